import { Trans, useLingui } from "@lingui/react/macro";
import type { Facts } from "@tessera/contract/back-office/support.schemas";
import { KeyValue } from "../../../../ui/layout/panel.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { NEXT_WORDS } from "./facts-words.ts";

/** Returns true if there are details beyond those shown in the row. */
export function hasDetails({ withdrawal, case: held }: Facts): boolean {
  return withdrawal !== undefined || held !== undefined;
}

function Turn({ turn, atDesk }: { readonly turn: "you" | "us"; readonly atDesk: boolean }) {
  if (turn === "us") {
    return <Trans>Tessera</Trans>;
  }
  return atDesk ? <Trans>The customer</Trans> : <Trans>You</Trans>;
}

interface FactsDetailsProps {
  readonly facts: Facts;
  /** True if the viewer is an operator, false if it is the customer. */
  readonly atDesk?: boolean | undefined;
}

/** Shows a withdrawal's cost and next step, or a review's deadline and who has to act on it. */
export function FactsDetails({ facts, atDesk = false }: FactsDetailsProps) {
  const { t } = useLingui();
  const { withdrawal, case: held, fee, currency } = facts;
  return (
    <>
      {withdrawal !== undefined && (
        <p className="pt-1 text-small text-ink-2">{t(NEXT_WORDS[withdrawal.stage])}</p>
      )}
      <dl className="py-1 text-small">
        {withdrawal !== undefined && fee !== null && (
          <KeyValue label={<Trans>Fees</Trans>}>
            <Money amount={fee} currency={currency} />
          </KeyValue>
        )}
        {withdrawal?.stage === "cooling" && (
          <KeyValue label={<Trans>Earliest send time</Trans>}>
            <DateText at={withdrawal.cancelUntil} />
          </KeyValue>
        )}
        {held !== undefined && held.turn !== null && (
          <KeyValue label={<Trans>Whose turn it is</Trans>}>
            <Turn turn={held.turn} atDesk={atDesk} />
          </KeyValue>
        )}
        {held !== undefined && held.dueAt !== null && (
          <KeyValue label={<Trans>Due</Trans>}>
            <DateText at={held.dueAt} />
          </KeyValue>
        )}
      </dl>
    </>
  );
}
