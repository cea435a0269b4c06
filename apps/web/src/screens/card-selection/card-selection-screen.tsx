import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { segmentsQuery } from "../../features/issuing/issuing.queries.ts";
import { chooseSegment, tierFilter } from "../../features/issuing/segment-choice.ts";
import { groupedBin, segmentName } from "../../features/issuing/segment-name.ts";
import { SegmentOption } from "../../features/issuing/segment-option.tsx";
import { TierFamilies } from "../../features/issuing/tier-families.tsx";
import { useOffers } from "../../lib/offering.ts";
import { changeSearch } from "../../lib/search-state.ts";
import { buttonClass } from "../../ui/button.tsx";
import { TIER_LABELS } from "../../ui/card-face.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { FilterChip, FilterChips } from "../../ui/filter-chip.tsx";
import { Money } from "../../ui/money.tsx";
import { TIER_NAMES } from "../../ui/mosaic/palette.ts";
import { NotOffered } from "../../ui/not-offered.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StickySummary } from "../../ui/sticky-summary.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

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
          <Trans>There are no cards of this kind at the moment.</Trans>
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
    <FilterChips label={t`Kind of card`}>
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

/** Choosing the kind of card to apply for. */
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
              <Trans>There are no cards to apply for at the moment.</Trans>
            </EmptyState>
          )}
          {data !== undefined && data.length > 0 && <Choice segments={data} />}
        </div>
      </main>
    </>
  );
}
