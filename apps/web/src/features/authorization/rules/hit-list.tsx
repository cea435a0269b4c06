import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { StrategyAction, StrategyHit } from "@tessera/contract/authorization/risk.schemas";
import { Ban, Bell, FlaskConical, type LucideIcon, ScanSearch, Snowflake } from "lucide-react";
import { useEffect, useRef } from "react";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { ListRowButton, RowIcon } from "../../../ui/list/list-row.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip, type ChipTone } from "../../../ui/text/status-chip.tsx";
import { hitsQuery, strategiesQuery } from "./risk.queries.ts";
import type { RuledCard } from "./ruled-cards.ts";

const LOAD_AHEAD = "600px";

interface Look {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

const LOOKS: Readonly<Record<StrategyAction, Look>> = {
  decline: { tone: "negative", icon: Ban, text: msg`Declined` },
  review: { tone: "caution", icon: ScanSearch, text: msg`Held` },
  freeze: { tone: "negative", icon: Snowflake, text: msg`Card frozen` },
  notify: { tone: "info", icon: Bell, text: msg`Alerted` },
};
const TRIED: Look = { tone: "outline", icon: FlaskConical, text: msg`Testing only` };

interface HitListProps {
  readonly cards: readonly RuledCard[] | undefined;
  /** Id of the rule whose payments are shown; undefined for all rules. */
  readonly strategyId: string | undefined;
  readonly onStrategy: (strategyId: string | undefined) => void;
  /** Opens the details of a payment. */
  readonly onOpen: (movementId: string) => void;
}

function HitRow({
  hit,
  card,
  onOpen,
}: {
  readonly hit: StrategyHit;
  readonly card: RuledCard | undefined;
  readonly onOpen: () => void;
}) {
  const { t } = useLingui();
  const look = hit.shadow ? TRIED : LOOKS[hit.action];
  return (
    <ListRowButton
      onClick={onOpen}
      lead={
        card === undefined ? (
          <RowIcon>
            <look.icon aria-hidden="true" />
          </RowIcon>
        ) : (
          <CardThumb cardId={card.id} type={card.type} />
        )
      }
      title={hit.merchant.name}
      meta={
        <>
          {hit.strategyName} · <DateText at={hit.at} />
        </>
      }
      amount={<Money amount={hit.amount} currency={hit.currency} />}
      quietAmount={!hit.shadow && hit.action !== "notify"}
      status={
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
      }
    />
  );
}

/** Loads the next page shortly before the user reaches the end of the list. */
function LoadMore({ onReached }: { readonly onReached: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) {
      return undefined;
    }
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && onReached(),
      { rootMargin: LOAD_AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onReached]);
  return <div ref={ref} />;
}

function RuleChips({ strategyId, onStrategy }: Pick<HitListProps, "strategyId" | "onStrategy">) {
  const { t } = useLingui();
  const { data } = useQuery(strategiesQuery);
  const rules = data?.data ?? [];
  if (rules.length === 0) {
    return null;
  }
  return (
    <div className="-mx-(--gutter) pt-2">
      <FilterChips label={t`Rule`}>
        <FilterChip selected={strategyId === undefined} onClick={() => onStrategy(undefined)}>
          <Trans>All rules</Trans>
        </FilterChip>
        {rules.map(({ id, name }) => (
          <FilterChip key={id} selected={strategyId === id} onClick={() => onStrategy(id)}>
            {name}
          </FilterChip>
        ))}
      </FilterChips>
    </div>
  );
}

function Hits({ cards, strategyId, onOpen }: HitListProps) {
  const { t } = useLingui();
  const pages = useInfiniteQuery(hitsQuery(strategyId));
  const hits = (pages.data?.pages ?? []).flatMap(({ data }) => data);
  if (pages.isPending) {
    return <SkeletonRows count={6} />;
  }
  if (pages.data === undefined) {
    return (
      <div className="pt-4">
        <ErrorPanel message={t`Couldn’t load the log`} onRetry={() => void pages.refetch()} />
      </div>
    );
  }
  if (hits.length === 0) {
    return (
      <EmptyState>
        <Trans>Payments that your rules stop, hold or alert you to appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      {hits.map((hit) => (
        <HitRow
          key={hit.id}
          hit={hit}
          card={cards?.find(({ id }) => id === hit.cardId)}
          onOpen={() => onOpen(hit.movementId)}
        />
      ))}
      {pages.isFetchingNextPage && <SkeletonRows count={1} />}
      {pages.isFetchNextPageError && !pages.isFetchingNextPage && (
        <div role="alert" className="flex min-h-16 flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">{t`Couldn’t load the log`}</p>
          <Button size="md" onClick={() => void pages.fetchNextPage()}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
      {pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError && (
        <LoadMore onReached={() => void pages.fetchNextPage()} />
      )}
    </>
  );
}

/**
 * Lists the payments that the customer's rules acted on, newest first. Each row opens the payment.
 */
export function HitList(props: HitListProps) {
  return (
    <>
      <RuleChips {...props} />
      <Hits {...props} />
    </>
  );
}
