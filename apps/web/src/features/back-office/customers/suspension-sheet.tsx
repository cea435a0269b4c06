import { Trans, useLingui } from "@lingui/react/macro";
import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import { useState } from "react";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { SUSPENSION_REASON_NAMES } from "./customer-words.ts";
import { useSuspension } from "./customers.mutations.ts";
import { GroundsForm } from "./grounds-form.tsx";

interface SuspensionSheetProps {
  readonly customer: CustomerProfile;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Suspends or reinstates a customer and explains the consequences. */
export function SuspensionSheet({ customer, open, onClose }: SuspensionSheetProps) {
  const { t } = useLingui();
  const { id, username, status } = customer;
  // Set only when the sheet opens, so that the text does not change while it closes.
  const [suspend] = useState(status === "active");
  const suspension = useSuspension(id, suspend);
  const done = (text: string) => ({
    onSuccess: () => showToast({ tone: "success", text }),
    whileShown: onClose,
  });
  const sending = { sending: suspension.isPending, error: suspension.error };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={suspend ? <Trans>Suspend {username}?</Trans> : <Trans>Restore {username}?</Trans>}
    >
      {suspend ? (
        <GroundsForm
          {...sending}
          destructive
          reasons={SUSPENSION_REASON_NAMES}
          confirmLabel={t`Suspend`}
          loadingLabel={t`Suspending`}
          onSend={(grounds) => tellOutcome(suspension, grounds, done(t`Customer suspended`))}
        >
          <Trans>
            All devices are signed out immediately. The customer can’t sign in or pay until an
            operator restores the account. Refunds still arrive. We notify the customer by email.
          </Trans>
        </GroundsForm>
      ) : (
        <GroundsForm
          {...sending}
          confirmLabel={t`Restore`}
          loadingLabel={t`Restoring`}
          onSend={({ note }) => tellOutcome(suspension, { note }, done(t`Customer restored`))}
        >
          <Trans>
            Sign-in and payments work again immediately. Frozen cards stay frozen. We notify the
            customer by email.
          </Trans>
        </GroundsForm>
      )}
    </Sheet>
  );
}
