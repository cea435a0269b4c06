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

/** Proposes that the second factor of somebody who lost it is reset. */
export function FactorResetSheet({ customer, open, onClose }: FactorResetSheetProps) {
  const { t } = useLingui();
  const { id, username } = customer;
  const proposing = useFactorReset(id);
  const onSuccess = () =>
    showToast({ tone: "success", text: t`Somebody else has to approve it now` });
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
        confirmLabel={t`Propose the reset`}
        loadingLabel={t`Proposing`}
        onSend={(grounds) => tellOutcome(proposing, grounds, { onSuccess, whileShown: onClose })}
      >
        <Trans>
          Only for somebody who lost every factor and every recovery code, and whose identity you
          checked: write down how. Once somebody else approves it, all factors are removed, every
          device is signed out and withdrawals are shut for 24 hours. The customer gets an email
          now, and another one then.
        </Trans>
      </GroundsForm>
    </Sheet>
  );
}
