import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { segmentsQuery } from "../../../features/cards/applications/issuing.queries.ts";
import { chooseSegment, tierFilter } from "../../../features/cards/applications/segment-choice.ts";
import { groupedBin, segmentName } from "../../../features/cards/applications/segment-name.ts";
import { SegmentOption } from "../../../features/cards/applications/segment-option.tsx";
import { TierFamilies } from "../../../features/cards/applications/tier-families.tsx";
import { useOffers } from "../../../lib/api/offering.ts";
import { changeSearch } from "../../../lib/navigation/search-state.ts";
import { TIER_LABELS } from "../../../ui/card-face/card-face.tsx";
import { buttonClass } from "../../../ui/form/button.tsx";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { NotOffered } from "../../../ui/layout/not-offered.tsx";
import { StickySummary } from "../../../ui/layout/sticky-summary.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { TIER_NAMES } from "../../../ui/mosaic/palette.ts";
import { Money } from "../../../ui/text/money.tsx";

const PLACES = ["a", "b", "c", "d", "e"] as const;

function SelectionSkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-4 h-8 w-full rounded-thumb" />
      <div className="flex flex-col gap-2.5">
        {PLACES.map((place) => (
          <Skeleton key={place} className="h-[94px] w-full rounded-panel" />
        ))}
      </div>
    </Loading>
  );
}

function ChosenSummary({ segment }: { readonly segment: CardSegment }) {
  const { t } = useLingui();
  return (
    <StickySummary>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
        <p role="status">
          <span className="block text-micro font-medium text-ink-3">
            <Trans>Current selection</Trans>{" "}
          </span>
          <span className="block font-semibold">
            {segmentName(segment, t)}, {groupedBin(segment.bin)}
          </span>
          <span className="block text-small text-ink-3">
            <Trans>Opening fee, charged once</Trans>
          </span>
        </p>
        <Money
          className="ml-auto text-h2"
          amount={segment.openingFee}
          currency={segment.currency}
        />
      </div>
      <Link
        to="/card-create"
        search={{ segment: segment.id }}
        className={buttonClass({ kind: "primary", block: true })}
      >
        <Trans>Create card</Trans>
      </Link>
    </StickySummary>
  );
}

function Choice({ segments }: { readonly segments: readonly CardSegment[] }) {
  const search = useSearch({ from: "/card-selection" });
  const navigate = useNavigate({ from: "/card-selection" });
  const { shown, chosen, tier } = chooseSegment(segments, tierFilter(search.tier), search.segment);
  return (
    <>
      <TierFamilies tier={tier} />
      <fieldset className="flex min-w-0 flex-col gap-2.5">
        <legend className="sr-only">
          <Trans>Card options</Trans>
        </legend>
        {shown.map((segment) => (
          <SegmentOption
            key={segment.id}
            segment={segment}
            selected={segment.id === chosen?.id}
            onSelect={() =>
              void navigate({
                search: (old) => changeSearch(old, { segment: segment.id }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        ))}
      </fieldset>
      {shown.length === 0 && (
        <EmptyState>
          <Trans>No cards of this type are available right now.</Trans>
        </EmptyState>
      )}
      {chosen !== undefined && <ChosenSummary segment={chosen} />}
    </>
  );
}

function TierChips() {
  const { t } = useLingui();
  const search = useSearch({ from: "/card-selection" });
  const navigate = useNavigate({ from: "/card-selection" });
  const selected = tierFilter(search.tier);
  const choose = (tier: string | undefined) =>
    void navigate({
      search: (old) => changeSearch(old, { tier }),
      replace: true,
      resetScroll: false,
    });
  return (
    <FilterChips label={t`Card type`}>
      <FilterChip selected={selected === undefined} onClick={() => choose(undefined)}>
        <Trans context="every kind of card">All</Trans>
      </FilterChip>
      {TIER_NAMES.map((tier) => (
        <FilterChip key={tier} selected={selected === tier} onClick={() => choose(tier)}>
          {t(TIER_LABELS[tier])}
        </FilterChip>
      ))}
    </FilterChips>
  );
}

/** Renders the page for choosing a card product to apply for. */
export function CardSelectionScreen() {
  const { t } = useLingui();
  const { data, isPending, isError, refetch } = useQuery(segmentsQuery);
  const offered = useOffers("cards");
  if (!offered) {
    return (
      <>
        <TopBar title={<Trans>Choose a card</Trans>} backTo={{ to: "/" }} />
        <main>
          <NotOffered what="cards" />
        </main>
      </>
    );
  }
  return (
    <>
      <TopBar title={<Trans>Choose a card</Trans>} backTo={{ to: "/" }} />
      <main>
        <TierChips />
        <div className="px-(--gutter) pt-1.5">
          {isPending && <SelectionSkeleton />}
          {isError && data === undefined && (
            <ErrorPanel message={t`Failed to load card options`} onRetry={() => void refetch()} />
          )}
          {data?.length === 0 && (
            <EmptyState>
              <Trans>No cards are available to apply for right now.</Trans>
            </EmptyState>
          )}
          {data !== undefined && data.length > 0 && <Choice segments={data} />}
        </div>
      </main>
    </>
  );
}
