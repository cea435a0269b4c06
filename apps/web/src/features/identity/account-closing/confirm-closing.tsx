import { Trans, useLingui } from "@lingui/react/macro";
import type { ClosingStanding } from "@tessera/contract/identity/account-closing.schemas";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { ProofSheet } from "../../../ui/proof/proof-sheet.tsx";
import { askForClosing, confirmRemaining } from "./account-closing.queries.ts";
import { RemainingAmounts } from "./remaining-panel.tsx";

interface ConfirmClosingProps {
  readonly standing: ClosingStanding;
  /**
   * True if a closure is already pending and only the remaining amounts need to be confirmed again.
   */
  readonly again: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation and a step-up before the closure is requested, and lists the remaining
 * amounts.
 */
export function ConfirmClosing({ standing, again, open, onClose }: ConfirmClosingProps) {
  const { t } = useLingui();
  const key = usePendingKey();
  const { remaining, coolingDays } = standing;
  const act = again ? confirmRemaining : askForClosing;
  return (
    <ProofSheet
      open={open}
      onClose={onClose}
      title={
        again ? <Trans>Confirm the remaining amount</Trans> : <Trans>Close your account?</Trans>
      }
      subject={{ operation: "account_closing", remaining: [...remaining] }}
      confirmLabel={again ? t`Confirm the amount` : t`Close my account`}
      destructive
      onProven={async (proof) => {
        await act({ remaining, proof, key });
        onClose();
      }}
    >
      {!again && (
        <p className="mb-3">
          <Trans>
            Your account closes in {coolingDays} days. Until then you can cancel here or with the
            link in our email.
          </Trans>
        </p>
      )}
      <RemainingAmounts amounts={remaining} />
    </ProofSheet>
  );
}
