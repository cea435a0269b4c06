import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Backtest } from "@tessera/contract/authorization/risk.schemas";
import type {
  Insight,
  InsightDays,
  RiskSuggestion,
} from "@tessera/contract/authorization/risk-insight.schemas";
import { Fragment } from "react";
import { buttonClass } from "../../../ui/form/button.tsx";
import { Panel, SectionHead } from "../../../ui/layout/panel.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { FACTOR_NAMES } from "./factor-words.ts";
import { suggestionEffectQuery } from "./insight.queries.ts";
import { suggestionWords } from "./suggestion-words.ts";

interface SuggestionListProps {
  readonly insight: Insight;
  readonly days: InsightDays;
}

function Amounts({ amounts }: { readonly amounts: Backtest["stoppedAmounts"] }) {
  return amounts.map(({ amount, currency }, place) => (
    <Fragment key={currency}>
      {place > 0 && " + "}
      <Money amount={amount} currency={currency} />
    </Fragment>
  ));
}

function Effect({ suggestion, days }: { readonly suggestion: RiskSuggestion; days: InsightDays }) {
  const effect = useQuery(suggestionEffectQuery(suggestion.rule, days));
  if (effect.data === undefined) {
    return effect.isError ? (
      <Trans>This rule can’t be tested on your payments right now.</Trans>
    ) : (
      <Trans>Testing it on your payments…</Trans>
    );
  }
  const { stopped, stoppedAmounts } = effect.data;
  if (stopped === 0) {
    return (
      <Trans>
        In the past {days} days, it wouldn’t have stopped any payment that went through.
      </Trans>
    );
  }
  return (
    <>
      <Plural
        value={stopped}
        one={`In the past ${days} days, it would have stopped # payment:`}
        other={`In the past ${days} days, it would have stopped # payments:`}
      />{" "}
      <Amounts amounts={stoppedAmounts} />
    </>
  );
}

function Suggestion({
  suggestion,
  days,
  missing,
}: {
  readonly suggestion: RiskSuggestion;
  readonly days: InsightDays;
  /** How many points the factor is below its maximum. */
  readonly missing: number;
}) {
  const { t, i18n } = useLingui();
  const { name, sentence } = suggestionWords(suggestion, i18n);
  const factor = t(FACTOR_NAMES[suggestion.factor]);
  return (
    <li>
      <Panel className="mb-2.5">
        <h3 className="font-semibold">{name}</h3>
        <p className="mt-0.5 text-small text-ink-2">{sentence}</p>
        <p className="mt-1 text-small text-ink-3">
          <Plural
            value={missing}
            one={`${factor}: # point to gain.`}
            other={`${factor}: # points to gain.`}
          />
        </p>
        <p className="mt-1 text-small text-ink-3">
          <Effect suggestion={suggestion} days={days} />
        </p>
        <Link
          to="/risk-strategies"
          search={{ rule: "new" }}
          state={{ draft: { name, rule: suggestion.rule } }}
          aria-label={t`Draft this rule: ${name}`}
          className={buttonClass({ size: "md", className: "mt-3" })}
        >
          <Trans>Draft this rule</Trans>
        </Link>
      </Panel>
    </li>
  );
}

/** Renders rules that would raise the score, each tested against the customer's past payments. */
export function SuggestionList({ insight, days }: SuggestionListProps) {
  const { suggestions, factors } = insight;
  if (suggestions.length === 0) {
    return null;
  }
  return (
    <section className="mt-3.5">
      <SectionHead title={<Trans>How to raise your score</Trans>} />
      <ul>
        {suggestions.map((suggestion) => {
          const factor = factors.find((one) => one.factor === suggestion.factor);
          return (
            <Suggestion
              key={suggestion.kind}
              suggestion={suggestion}
              days={days}
              missing={(factor?.max ?? 0) - (factor?.points ?? 0)}
            />
          );
        })}
      </ul>
    </section>
  );
}
