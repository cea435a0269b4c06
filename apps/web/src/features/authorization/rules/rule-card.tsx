import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Strategy } from "@tessera/contract/authorization/risk.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Switch } from "../../../ui/form/switch.tsx";
import { hideToast, showToast } from "../../../ui/overlay/toast-store.ts";
import { classNames } from "../../../ui/style/class-names.ts";
import { CardThumbs } from "./card-thumbs.tsx";
import { useSetStatus } from "./risk.mutations.ts";
import { cardsOf, type RuledCard } from "./ruled-cards.ts";
import { ruleSentence } from "./sentence/rule-sentence.ts";
import { standingText } from "./strategy-standing.ts";

interface RuleCardProps {
  readonly strategy: Strategy;
  readonly cards: readonly RuledCard[] | undefined;
}

/** Renders one of the customer's rules: its sentence, cards, status and switch. */
export function RuleCard({ strategy, cards }: RuleCardProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const setStatus = useSetStatus();
  const { id, name, rule } = strategy;
  const isOn = strategy.status === "active";
  const turn = () => {
    // A toast about an earlier change may no longer apply.
    hideToast();
    tellOutcome(
      setStatus,
      { id, status: isOn ? "paused" : "active" },
      {
        onError: (error) =>
          showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) }),
      },
    );
  };
  return (
    <li className={classNames("hairline relative rounded-panel px-4 py-3.5", isOn && "bg-surface")}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className={classNames("text-button font-semibold", !isOn && "text-ink-2")}>
            <Link
              to="/risk-strategies"
              search={{ rule: id }}
              state={{ openedHere: true }}
              className="after:absolute after:inset-0 after:rounded-panel"
            >
              {name}
            </Link>
          </h2>
          <p className="text-small text-ink-2">{ruleSentence(rule, (text) => t(text), locale)}</p>
        </div>
        <Switch label={name} checked={isOn} onChange={turn} disabled={setStatus.isPending} />
      </div>
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {cards === undefined ? <span /> : <CardThumbs cards={cardsOf(rule, cards)} />}
        <span className="text-micro text-ink-3">
          {standingText(strategy, (text) => t(text), locale, new Date())}
        </span>
      </div>
    </li>
  );
}
