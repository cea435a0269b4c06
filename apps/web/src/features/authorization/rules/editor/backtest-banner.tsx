import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Backtest, StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { ChevronRight, History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSettled } from "../../../../lib/api/use-settled.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { BACKTEST_DAYS, backtestQuery } from "../risk.queries.ts";
import type { RuledCard } from "../ruled-cards.ts";
import { listText } from "../sentence/list-text.ts";

const BacktestSheet = lazySheet(async () => (await import("./backtest-sheet.tsx")).BacktestSheet);

/** Delay after the last keystroke before a backtest starts, in milliseconds. */
const SETTLED_MS = 600;
const LOOK =
  "mt-2 flex gap-2.5 rounded-control bg-accent-soft px-3.5 py-3 text-small text-accent-ink";

function Banner({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <History aria-hidden="true" size={18} strokeWidth={1.75} className="flex-none" />
      <span className="min-w-0 flex-1">{children}</span>
    </>
  );
}

/** Formats amounts of several currencies as a list: `$6,210.40 and €12.00`. */
function useAmounts(amounts: Backtest["stoppedAmounts"]): string {
  const locale = useLocale();
  const texts = amounts.map(({ amount, currency }) => formatMoney(amount, currency));
  return listText(texts, "conjunction", locale, (count) => `+${count}`);
}

function Outcome({ backtest, notes }: { readonly backtest: Backtest; readonly notes: boolean }) {
  const { t } = useLingui();
  const stoppedAmounts = useAmounts(backtest.stoppedAmounts);
  const allowedAmounts = useAmounts(backtest.allowedAmounts);
  const { stopped, noted, allowed } = backtest;
  const count = notes ? noted : stopped;
  const payments = t`${plural(count, { one: "# payment", other: "# payments" })}`;
  return (
    <>
      {count === 0 && (
        <Trans>In the last {BACKTEST_DAYS} days, no payment would have matched this rule.</Trans>
      )}
      {count > 0 && notes && (
        <Trans>
          In the last {BACKTEST_DAYS} days, this rule would have alerted you to <b>{payments}</b>.
        </Trans>
      )}
      {count > 0 && !notes && (
        <Trans>
          In the last {BACKTEST_DAYS} days, this rule would have stopped <b>{payments}</b>,{" "}
          {stoppedAmounts} in total.
        </Trans>
      )}
      {allowed > 0 && (
        <span className="block">
          {t`${plural(allowed, {
            one: `It would have allowed # declined payment, ${allowedAmounts} in total.`,
            other: `It would have allowed # declined payments, ${allowedAmounts} in total.`,
          })}`}
        </span>
      )}
    </>
  );
}

interface BacktestBannerProps {
  /** The rule to test; undefined while it is invalid. */
  readonly rule: StrategyRule | undefined;
  /** Id of the strategy that this rule would replace. */
  readonly strategyId: string | undefined;
  readonly cards: readonly RuledCard[];
}

function Asked({ rule, strategyId, cards }: BacktestBannerProps & { readonly rule: StrategyRule }) {
  const [open, setOpen] = useState(false);
  // Compares rules as JSON, because edits elsewhere in the form create a new but equal rule object.
  const asked = useSettled(JSON.stringify(rule), SETTLED_MS);
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    ...backtestQuery(JSON.parse(asked), strategyId),
    placeholderData: keepPreviousData,
  });
  if (isError) {
    return (
      <div role="status" className={`${LOOK} flex-wrap items-center`}>
        <Banner>
          <Trans>Your past payments could not be checked.</Trans>
        </Banner>
        <Button size="md" kind="text" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  }
  if (isPending) {
    return (
      <div role="status" className={LOOK}>
        <Banner>
          <Trans>Checking your last {BACKTEST_DAYS} days</Trans>
        </Banner>
      </div>
    );
  }
  if (data === null) {
    return null;
  }
  const outcome = <Outcome backtest={data} notes={rule.action === "notify"} />;
  return (
    <div role="status" aria-busy={isFetching}>
      {data.changes.length === 0 ? (
        <div className={LOOK}>
          <Banner>{outcome}</Banner>
        </div>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className={`${LOOK} w-full text-left`}
        >
          <Banner>{outcome}</Banner>
          <ChevronRight aria-hidden="true" size={18} strokeWidth={1.75} className="flex-none" />
        </button>
      )}
      <BacktestSheet open={open} onClose={() => setOpen(false)} backtest={data} cards={cards} />
    </div>
  );
}

/** Shows what the rule being edited would have done to the customer's past payments. */
export function BacktestBanner(props: BacktestBannerProps) {
  return props.rule === undefined ? null : <Asked {...props} rule={props.rule} />;
}
