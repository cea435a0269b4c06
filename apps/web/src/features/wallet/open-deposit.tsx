import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { DEPOSIT_NETWORKS, type Deposit } from "@tessera/contract/wallet/wallet.schemas";
import { useState } from "react";
import { messageOf } from "../../lib/api-error.ts";
import { tellOutcome } from "../../lib/tell-outcome.ts";
import { Button } from "../../ui/button.tsx";
import { lazySheet } from "../../ui/lazy-part.tsx";
import { Note, Panel } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { showToast } from "../../ui/toast-store.ts";
import {
  sandboxQuery,
  useCancelDeposit,
  type useCreateDeposit,
  useSimulatePayment,
} from "./deposit.mutations.ts";
import { DepositAddressPanel, NetworkWarning } from "./deposit-address-panel.tsx";
import { depositPhase } from "./deposit-phase.ts";
import { ProgressHead, SeenPanel } from "./deposit-progress.tsx";
import { DepositWriteNote } from "./deposit-write-note.tsx";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../ui/confirm-dialog.tsx")).ConfirmDialog;
});
const NETWORK_OPTIONS = DEPOSIT_NETWORKS.map((value) => ({ value, label: value }));

function CancelButton({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<boolean>();
  const cancel = useCancelDeposit();
  const confirm = () =>
    tellOutcome(cancel, deposit.id, {
      onSuccess: () => showToast({ tone: "success", text: t`Deposit cancelled` }),
      onError: (error) => {
        showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) });
        setAsking(false);
      },
      whileShown: () => setAsking(false),
    });
  return (
    <>
      <Button block onClick={() => setAsking(true)}>
        <Trans>Cancel deposit</Trans>
      </Button>
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={<Trans>Cancel this deposit?</Trans>}
          confirmLabel={t`Cancel deposit`}
          loadingLabel={cancel.isPending ? t`Cancelling` : undefined}
          onConfirm={confirm}
          dismissLabel={t`Keep it`}
          destructive
        >
          <Trans>Only cancel it if you haven’t paid. The address is then no longer in use.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function SimulateButton({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui();
  const { data: sandbox } = useQuery(sandboxQuery);
  const simulate = useSimulatePayment();
  if (sandbox !== true) {
    return null;
  }
  return (
    <Button
      kind="outline"
      block
      loadingLabel={simulate.isPending ? t`Paying` : undefined}
      onClick={() =>
        tellOutcome(simulate, deposit.id, {
          onError: (error) =>
            showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) }),
        })
      }
    >
      <Trans>Simulate payment</Trans>
    </Button>
  );
}

interface OpenDepositProps {
  readonly deposit: Deposit;
  /** Makes the deposit that takes this one's place when its network is changed. */
  readonly replace: ReturnType<typeof useCreateDeposit>;
}

/** A deposit that can be paid, or whose payment is being confirmed. */
export function OpenDeposit({ deposit, replace }: OpenDepositProps) {
  const { t } = useLingui();
  const seen = depositPhase(deposit) === "seen";
  return (
    <div className="flex flex-col gap-2.5">
      {!seen && (
        <fieldset disabled={replace.sending} className="mb-1 min-w-0">
          <Segmented
            label={t`Network`}
            options={NETWORK_OPTIONS}
            value={replace.sending ? (replace.sent?.network ?? deposit.network) : deposit.network}
            onChange={(network) =>
              replace.send({
                asset: deposit.asset,
                network,
                amount: deposit.amount,
                currency: deposit.currency,
              })
            }
          />
        </fieldset>
      )}
      <DepositWriteNote create={replace} />
      <div
        aria-busy={replace.sending}
        className={replace.sending ? "opacity-40 transition-opacity duration-220" : undefined}
      >
        <DepositAddressPanel deposit={deposit} />
      </div>
      {!seen && (
        <Note tone="caution">
          <NetworkWarning deposit={deposit} />
        </Note>
      )}
      {seen ? (
        <SeenPanel deposit={deposit} />
      ) : (
        <Panel>
          <ProgressHead deposit={deposit}>
            <Trans>Waiting for payment</Trans>
          </ProgressHead>
        </Panel>
      )}
      {!seen && <SimulateButton deposit={deposit} />}
      {!seen && <CancelButton deposit={deposit} />}
    </div>
  );
}
