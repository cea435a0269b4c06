import { Trans, useLingui } from "@lingui/react/macro";
import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { useLiftHold } from "./customers.mutations.ts";
import { GroundsForm } from "./grounds-form.tsx";

interface LiftHoldSheetProps {
  readonly customer: Pick<CustomerProfile, "id" | "username">;
  /** Id of the hold that was displayed. */
  readonly holdId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lifts a security hold set by a “not me” link and records the reason. */
export function LiftHoldSheet({ customer, holdId, open, onClose }: LiftHoldSheetProps) {
  const { t } = useLingui();
  const { id, username } = customer;
  const lifting = useLiftHold(id, holdId);
  const onSuccess = () => showToast({ tone: "success", text: t`Security hold lifted` });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Lift the security hold on {username}?</Trans>}
    >
      <GroundsForm
        sending={lifting.isPending}
        error={lifting.error}
        confirmLabel={t`Lift the security hold`}
        loadingLabel={t`Lifting`}
        onSend={(grounds) => tellOutcome(lifting, grounds, { onSuccess, whileShown: onClose })}
      >
        <Trans>
          First call the customer at a number we already had on file. They can then withdraw, add
          addresses and see card numbers again; canceled requests stay canceled. We notify the
          customer by email.
        </Trans>
      </GroundsForm>
    </Sheet>
  );
}
