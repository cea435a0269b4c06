import { Trans, useLingui } from "@lingui/react/macro";
import { tellOutcome } from "../../lib/tell-outcome.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { FREEZE_REASON_NAMES } from "./customer-words.ts";
import { useOperatorFreeze } from "./customers.mutations.ts";
import { GroundsForm } from "./grounds-form.tsx";

/** A card that operators freeze, or whose freeze of theirs they lift. */
export interface FreezableCard {
  readonly id: string;
  /** Name and last digits. */
  readonly label: string;
  readonly freeze: boolean;
}

interface CardFreezeSheetProps {
  readonly card: FreezableCard;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Freezes a customer's card as an operator, or lifts that freeze. */
export function CardFreezeSheet({ card, open, onClose }: CardFreezeSheetProps) {
  const { t } = useLingui();
  const { id, label, freeze } = card;
  const change = useOperatorFreeze(id, freeze);
  const done = (text: string) => ({
    onSuccess: () => showToast({ tone: "success", text }),
    whileShown: onClose,
  });
  const sending = { sending: change.isPending, error: change.error };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={freeze ? <Trans>Freeze {label}?</Trans> : <Trans>Lift the freeze of {label}?</Trans>}
    >
      {freeze ? (
        <GroundsForm
          {...sending}
          destructive
          reasons={FREEZE_REASON_NAMES}
          confirmLabel={t`Freeze`}
          loadingLabel={t`Freezing`}
          onSend={(grounds) => tellOutcome(change, grounds, done(t`Card frozen`))}
        >
          <Trans>
            New payments are declined until an operator lifts it; the customer can’t. Payments
            already approved still settle and refunds arrive. The customer is told by email.
          </Trans>
        </GroundsForm>
      ) : (
        <GroundsForm
          {...sending}
          confirmLabel={t`Lift the freeze`}
          loadingLabel={t`Lifting`}
          onSend={({ note }) => tellOutcome(change, { note }, done(t`Freeze lifted`))}
        >
          <Trans>A freeze by the customer or by a rule stays. The customer is told by email.</Trans>
        </GroundsForm>
      )}
    </Sheet>
  );
}
