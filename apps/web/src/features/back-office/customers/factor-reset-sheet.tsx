import { Trans, useLingui } from "@lingui/react/macro";
import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { useFactorReset } from "./customers.mutations.ts";
import { GroundsForm } from "./grounds-form.tsx";

interface FactorResetSheetProps {
  readonly customer: Pick<CustomerProfile, "id" | "username">;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets an operator propose a second-factor reset for a customer who lost the factor. */
export function FactorResetSheet({ customer, open, onClose }: FactorResetSheetProps) {
  const { t } = useLingui();
  const { id, username } = customer;
  const proposing = useFactorReset(id);
  const onSuccess = () =>
    showToast({ tone: "success", text: t`Someone else has to approve it now` });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Reset the second factor of {username}?</Trans>}
    >
      <GroundsForm
        destructive
        sending={proposing.isPending}
        error={proposing.error}
        confirmLabel={t`Propose reset`}
        loadingLabel={t`Proposing`}
        onSend={(grounds) => tellOutcome(proposing, grounds, { onSuccess, whileShown: onClose })}
      >
        <Trans>
          Only for a customer who lost every second factor and all recovery codes. Describe how you
          verified their identity. Once someone else approves, all second factors are removed, all
          devices are signed out, and withdrawals are locked for 24 hours. We email the customer now
          and again after the approval.
        </Trans>
      </GroundsForm>
    </Sheet>
  );
}
