import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, SlidersHorizontal } from "lucide-react";
import { type Locale, useLocale } from "../../../lib/locale.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { StickySummary } from "../../../ui/layout/sticky-summary.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { strategiesQuery } from "./risk.queries.ts";
import { RuleCard } from "./rule-card.tsx";
import type { RuledCard } from "./ruled-cards.ts";

const SKELETONS = ["a", "b", "c"] as const;

function RuleSkeletons() {
  return (
    <Loading>
      {SKELETONS.map((key) => (
        <div key={key} className="hairline mt-2.5 rounded-panel bg-surface px-4 py-3.5">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="mt-2 h-3 w-3/5" />
          <Skeleton className="mt-4 h-[18px] w-16" />
        </div>
      ))}
    </Loading>
  );
}

function monthOf(now: Date, locale: Locale): string {
  return locale === "en"
    ? new Intl.DateTimeFormat("en", { month: "short" }).format(now)
    : `${now.getMonth() + 1} 月`;
}

function Summary({
  on,
  total,
  stopped,
}: {
  readonly on: number;
  readonly total: number;
  readonly stopped: number;
}) {
  const { t } = useLingui();
  const month = monthOf(new Date(), useLocale());
  return (
    <div className="flex flex-wrap justify-between gap-x-4 pt-3.5 pb-1.5 text-small text-ink-3">
      <span>
        {t`${plural(total, { one: `${on} of # rule on`, other: `${on} of # rules on` })}`}
      </span>
      <span>
        {t`${plural(stopped, {
          one: `# payment stopped or held in ${month}`,
          other: `# payments stopped or held in ${month}`,
        })}`}
      </span>
    </div>
  );
}

function NoRules() {
  return (
    <EmptyState
      icon={<SlidersHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />}
      action={
        <Link
          to="/risk-strategies"
          search={{ tab: "templates" }}
          replace
          className={buttonClass({ size: "md" })}
        >
          <Trans>Start from a template</Trans>
        </Link>
      }
    >
      <Trans>No rules yet. Every payment follows your cards’ own limits.</Trans>
    </EmptyState>
  );
}

/** Lists the customer's rules and links to a new one. */
export function RuleList({ cards }: { readonly cards: readonly RuledCard[] | undefined }) {
  const { t } = useLingui();
  const { data, isPending, isError, refetch } = useQuery(strategiesQuery);
  const rules = data?.data ?? [];
  return (
    <div className="flex min-h-[calc(100dvh-146px)] flex-col">
      <div className="flex-1">
        {isPending && <RuleSkeletons />}
        {isError && data === undefined && (
          <div className="pt-4">
            <ErrorPanel message={t`Couldn’t load your rules`} onRetry={() => void refetch()} />
          </div>
        )}
        {data !== undefined && rules.length === 0 && <NoRules />}
        {data !== undefined && rules.length > 0 && (
          <>
            <Summary
              on={rules.filter(({ status }) => status === "active").length}
              total={rules.length}
              stopped={data.stoppedThisMonth}
            />
            <ul className="flex flex-col gap-2.5 pt-1">
              {rules.map((strategy) => (
                <RuleCard key={strategy.id} strategy={strategy} cards={cards} />
              ))}
            </ul>
          </>
        )}
      </div>
      <StickySummary>
        <Link
          to="/risk-strategies"
          search={{ rule: "new" }}
          state={{ openedHere: true }}
          className={buttonClass({ kind: "primary", block: true })}
        >
          <Plus aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>New rule</Trans>
        </Link>
      </StickySummary>
    </div>
  );
}
