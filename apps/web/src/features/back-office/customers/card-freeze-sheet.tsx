import { Trans, useLingui } from "@lingui/react/macro";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { FREEZE_REASON_NAMES } from "./customer-words.ts";
import { type FreezeAct, useOperatorFreeze } from "./customers.mutations.ts";
import { GroundsForm } from "./grounds-form.tsx";

/** A card that an operator can freeze or unfreeze. */
export interface FreezableCard {
  readonly id: string;
  /** The card's name and last four digits. */
  readonly label: string;
  readonly act: FreezeAct;
}

function Title({ label, act }: Pick<FreezableCard, "label" | "act">) {
  switch (act) {
    case "freeze":
      return <Trans>Freeze {label}?</Trans>;
    case "lift":
      return <Trans>Unfreeze {label}?</Trans>;
    case "lift_hold":
      return <Trans>Lift the verification hold on {label}?</Trans>;
  }
}

interface CardFreezeSheetProps {
  readonly card: FreezableCard;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets an operator freeze a customer's card, or lift an operator freeze or verification hold. */
export function CardFreezeSheet({ card, open, onClose }: CardFreezeSheetProps) {
  const { t } = useLingui();
  const { id, label, act } = card;
  const change = useOperatorFreeze(id, act);
  const done = (text: string) => ({
    onSuccess: () => showToast({ tone: "success", text }),
    whileShown: onClose,
  });
  const sending = { sending: change.isPending, error: change.error };
  return (
    <Sheet open={open} onClose={onClose} title={<Title label={label} act={act} />}>
      {act === "freeze" ? (
        <GroundsForm
          {...sending}
          destructive
          reasons={FREEZE_REASON_NAMES}
          confirmLabel={t`Freeze`}
          loadingLabel={t`Freezing`}
          onSend={(grounds) => tellOutcome(change, grounds, done(t`Card frozen`))}
        >
          <Trans>
            New payments are declined until an operator unfreezes the card; the customer can’t.
            Payments already approved still settle, and refunds still arrive. We notify the customer
            by email.
          </Trans>
        </GroundsForm>
      ) : (
        <GroundsForm
          {...sending}
          confirmLabel={act === "lift" ? t`Unfreeze` : t`Lift the hold`}
          loadingLabel={t`Lifting`}
          onSend={({ note }) =>
            tellOutcome(change, { note }, done(act === "lift" ? t`Freeze lifted` : t`Hold lifted`))
          }
        >
          {act === "lift" ? (
            <Trans>
              Freezes by the customer or by a rule stay in place. We notify the customer by email.
            </Trans>
          ) : (
            <Trans>
              Wrong details were entered for this card too many times. Lift the hold only after the
              customer has confirmed that the card is safe. Other freezes stay in place, the count
              of wrong attempts resets to zero, and we email the customer.
            </Trans>
          )}
        </GroundsForm>
      )}
    </Sheet>
  );
}
