import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { buttonClass } from "../../../ui/form/button.tsx";
import { Offered } from "../../../ui/layout/offered.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { depositPhase } from "./deposit-phase.ts";
import { PaymentFacts, ProgressHead, ReceivedNotes } from "./deposit-progress.tsx";

function Completed({ deposit }: { readonly deposit: Deposit }) {
  return (
    <Panel>
      <ProgressHead deposit={deposit}>
        <Trans>Deposit completed</Trans>
      </ProgressHead>
      <p data-fit-room className="mt-2 text-amount">
        <Money amount={deposit.creditAmount} currency={deposit.currency} sign="always" fit />
      </p>
      <p className="text-small text-ink-3">
        <Trans>On your {deposit.currency} account, ready to move to cards</Trans>
      </p>
      <ReceivedNotes deposit={deposit} />
      <PaymentFacts deposit={deposit} />
    </Panel>
  );
}

/** Says that the network took the payment back, which is not credited unless it arrives again. */
function TakenBack({ deposit }: { readonly deposit: Deposit }) {
  return (
    <Panel>
      <ProgressHead deposit={deposit}>
        <Trans>Payment taken back by the network</Trans>
      </ProgressHead>
      <ReceivedNotes deposit={deposit} />
      <PaymentFacts deposit={deposit} />
    </Panel>
  );
}

/** Says that operators did not accept the payment. */
function Returned({ deposit }: { readonly deposit: Deposit }) {
  return (
    <Panel>
      <ProgressHead deposit={deposit}>
        <Trans>Payment not accepted</Trans>
      </ProgressHead>
      <p className="mt-2 text-ink-2">
        <Trans>We didn’t credit this payment. We’re returning it to its sender.</Trans>
      </p>
      <PaymentFacts deposit={deposit} />
    </Panel>
  );
}

function NotPaid({ deposit }: { readonly deposit: Deposit }) {
  const isCanceled = deposit.status === "cancelled";
  return (
    <Panel>
      <ProgressHead deposit={deposit}>
        {isCanceled ? <Trans>Deposit canceled</Trans> : <Trans>No payment received in time</Trans>}
      </ProgressHead>
      <p className="mt-2 text-ink-2">
        {deposit.address === null ? (
          <Trans>
            Don’t send money to this address: we no longer monitor it. If you’ve already paid,
            contact support.
          </Trans>
        ) : (
          <Trans>
            Don’t send money to this address anymore. If you’ve already paid, we’ll still find the
            payment and credit it.
          </Trans>
        )}
      </p>
    </Panel>
  );
}

/** Links back to the card whose opening fee the deposit was for, or else to the wallet. */
function NextLink({ segment }: Pick<DepositOutcomeProps, "segment">) {
  const look = buttonClass({ kind: "primary", block: true });
  return segment === undefined ? (
    <Link to="/wallet" className={look}>
      <Trans>Go to the wallet</Trans>
    </Link>
  ) : (
    <Link to="/card-create" search={{ segment }} className={look}>
      <Trans>Continue with your new card</Trans>
    </Link>
  );
}

interface DepositOutcomeProps {
  readonly deposit: Deposit;
  /** The card product whose opening fee the deposit was for, if any. */
  readonly segment: string | undefined;
}

/** Shows how a deposit ended and what to do next. */
export function DepositOutcome({ deposit, segment }: DepositOutcomeProps) {
  const completed = depositPhase(deposit) === "completed";
  const isTakenBack = deposit.status === "cancelled" && deposit.notes.includes("retracted");
  const isReturned = deposit.status === "cancelled" && deposit.review === "returned";
  return (
    <div className="flex flex-col gap-3.5">
      {completed ? (
        <Completed deposit={deposit} />
      ) : isTakenBack ? (
        <TakenBack deposit={deposit} />
      ) : isReturned ? (
        <Returned deposit={deposit} />
      ) : (
        <NotPaid deposit={deposit} />
      )}
      {completed && <NextLink segment={segment} />}
      <Offered what="deposits">
        <Link
          to="/wallet/deposit"
          search={segment === undefined ? {} : { segment, currency: deposit.currency }}
          className={buttonClass({ kind: completed ? "text" : "primary", block: true })}
        >
          <Trans>New deposit</Trans>
        </Link>
      </Offered>
    </div>
  );
}
