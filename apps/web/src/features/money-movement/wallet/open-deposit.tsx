import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
import { offeringQuery } from "../../../lib/api/offering.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Button } from "../../../ui/form/button.tsx";
import { CancelAction } from "../../../ui/form/cancel-action.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import {
  useCancelDeposit,
  type useCreateDeposit,
  useSimulatePayment,
} from "./deposit.mutations.ts";
import { DepositAddressPanel, NetworkWarning } from "./deposit-address-panel.tsx";
import { depositPhase } from "./deposit-phase.ts";
import { ProgressHead, ReviewPanel, SeenPanel } from "./deposit-progress.tsx";
import { DepositWriteNote } from "./deposit-write-note.tsx";
import { useDepositChoices } from "./use-deposit-networks.ts";

function CancelDeposit({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui();
  return (
    <CancelAction
      id={deposit.id}
      mutation={useCancelDeposit()}
      label={t`Cancel deposit`}
      question={<Trans>Cancel this deposit?</Trans>}
      done={t`Deposit canceled`}
    >
      <Trans>Cancel only if you haven’t paid. The address is no longer used after that.</Trans>
    </CancelAction>
  );
}

function SimulateButton({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui();
  const { data: offering } = useQuery(offeringQuery);
  const simulate = useSimulatePayment();
  // A payment on a chain that the server only reads must be sent with a wallet.
  if (offering?.simulatedDeposits !== true) {
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
  /** Creates the deposit that replaces this one when the customer changes the network. */
  readonly replace: ReturnType<typeof useCreateDeposit>;
}

/** Renders a deposit that is awaiting payment or whose payment is being confirmed. */
export function OpenDeposit({ deposit, replace }: OpenDepositProps) {
  const { t } = useLingui();
  const networks = useDepositChoices().networksOf(deposit.asset);
  const seen = depositPhase(deposit) === "seen";
  // Nothing more is to be paid while operators decide on the payment.
  const isReviewed = seen && deposit.review === "reviewing";
  return (
    <div className="flex flex-col gap-2.5">
      {!seen && networks.length > 1 && (
        <fieldset disabled={replace.sending} className="mb-1 min-w-0">
          <Segmented
            label={t`Network`}
            options={networks}
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
      {deposit.address !== null && !isReviewed && (
        <div
          aria-busy={replace.sending}
          className={replace.sending ? "opacity-40 transition-opacity duration-220" : undefined}
        >
          <DepositAddressPanel deposit={deposit} address={deposit.address} />
        </div>
      )}
      {!seen && (
        <Note tone="caution">
          <NetworkWarning deposit={deposit} />
        </Note>
      )}
      {isReviewed && <ReviewPanel deposit={deposit} />}
      {seen && !isReviewed && <SeenPanel deposit={deposit} />}
      {!seen && (
        <Panel>
          <ProgressHead deposit={deposit}>
            <Trans>Waiting for payment</Trans>
          </ProgressHead>
        </Panel>
      )}
      {!seen && <SimulateButton deposit={deposit} />}
      {!seen && <CancelDeposit deposit={deposit} />}
    </div>
  );
}
