import { Trans } from "@lingui/react/macro";
import type { WithdrawalTerms } from "@tessera/contract/money-movement/withdrawals.schemas";
import { Note } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { HoldNote } from "./hold-note.tsx";

/** Explains why withdrawals are unavailable and for how long. */
export function ClosedNote({ terms }: { readonly terms: WithdrawalTerms }) {
  if (terms.onHold) {
    return <HoldNote />;
  }
  return terms.lockedUntil === null ? null : (
    <Note tone="caution">
      <Trans>
        Your password or second factor changed recently. You can withdraw again{" "}
        <DateText at={terms.lockedUntil} />.
      </Trans>
    </Note>
  );
}
