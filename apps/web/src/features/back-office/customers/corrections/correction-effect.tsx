import { Trans, useLingui } from "@lingui/react/macro";
import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import { ArrowRight } from "lucide-react";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import styles from "../customers.module.css";

/** Shows the available balance before and after, side by side. */
export function CorrectionEffect({ correction }: { readonly correction: Correction }) {
  const { t } = useLingui();
  const { effect, currency, status } = correction;
  if (effect === null) {
    return null;
  }
  const isWaiting = status === "waiting";
  return (
    <>
      <div className={styles.effect}>
        <div>
          <p className="text-small text-ink-3">{isWaiting ? t`Available now` : t`Before`}</p>
          <p className={styles.figure}>
            <Money amount={effect.before} currency={currency} />
          </p>
        </div>
        <ArrowRight aria-hidden="true" size={20} strokeWidth={1.75} className="text-ink-3" />
        <div>
          <p className="text-small text-ink-3">{isWaiting ? t`After approval` : t`After`}</p>
          <p className={styles.figure}>
            <Money amount={effect.after} currency={currency} />
          </p>
        </div>
      </div>
      {!effect.possible && (
        <Note tone="negative" className="mt-3">
          <Trans>
            This can’t be approved now: the balance would go below zero, or the card is closed.
          </Trans>
        </Note>
      )}
    </>
  );
}
