import { useLingui } from "@lingui/react/macro";
import type { CaseStep } from "@tessera/contract/back-office/reviews.schemas";
import { DateText } from "../../../ui/text/date-text.tsx";
import { ACT_WORDS } from "./review-words.ts";
import styles from "./reviews.module.css";

/** Lists the history of a case, oldest first. */
export function CaseSteps({ steps }: { readonly steps: readonly CaseStep[] }) {
  const { t } = useLingui();
  const sides = { you: t`You`, us: "Tessera", system: "Tessera" };
  return (
    <ol className={styles.steps}>
      {steps.map(({ act, by, at, note }) => (
        <li key={`${at} ${act}`} className={styles.step}>
          <p className="font-medium">{t(ACT_WORDS[act])}</p>
          <p className="text-small text-ink-3">
            {sides[by]} · <DateText at={at} />
          </p>
          {note !== null && <p className={styles.quote}>{note}</p>}
        </li>
      ))}
    </ol>
  );
}
