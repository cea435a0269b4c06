import { useLingui } from "@lingui/react/macro";
import { CASE_ITEMS, type OperatorStep } from "@tessera/contract/back-office/reviews.schemas";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { listOf } from "../list-of.ts";
import { ACT_WORDS, ITEM_WORDS } from "../review-words.ts";
import styles from "../reviews.module.css";

/** Lists the history of a case with its actors, oldest first. */
export function OperatorSteps({ steps }: { readonly steps: readonly OperatorStep[] }) {
  const { t, i18n } = useLingui();
  const sides = { customer: t`Customer`, operator: t`Operator`, system: "Tessera" };
  return (
    <ol className={styles.steps}>
      {steps.map(({ act, side, by, at, note, items }) => {
        const known = CASE_ITEMS.filter((item) => items.includes(item));
        return (
          <li key={`${at} ${act}`} className={styles.step}>
            <p className="font-medium">
              {t(ACT_WORDS[act])}
              {known.length > 0 &&
                `: ${listOf(
                  known.map((item) => t(ITEM_WORDS[item])),
                  i18n.locale,
                )}`}
            </p>
            <p className="text-small text-ink-3">
              {side === "system" ? sides.system : `${by} (${sides[side]})`} · <DateText at={at} />
            </p>
            {note !== null && <p className={styles.quote}>{note}</p>}
          </li>
        );
      })}
    </ol>
  );
}
