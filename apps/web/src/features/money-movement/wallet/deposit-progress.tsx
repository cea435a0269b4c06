import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import type { ReactNode } from "react";
import { DEPOSIT_NOTE_TEXTS, type DepositNote } from "../../../lib/deposit-notes.ts";
import { TileMeter } from "../../../ui/chart/tile-meter.tsx";
import { CopyButton } from "../../../ui/form/copy-button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { StatusChip } from "../../../ui/text/status-chip.tsx";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";
import { shortHash } from "./address-text.tsx";
import { remainingSeconds } from "./deposit-networks.ts";

/** Returns a deposit's status, and that of the review as long as it decides about the deposit. */
function shownStatus({ status, review }: Deposit): string {
  if (status === "pending" && review === "reviewing") {
    return "reviewing";
  }
  return status === "cancelled" && review === "returned" ? "rejected" : status;
}

/** Renders the heading of a deposit's panel: what happened, and the deposit's status. */
export function ProgressHead({
  deposit,
  children,
}: {
  readonly deposit: Deposit;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div role="status">
        <h2 className="text-button font-semibold">{children}</h2>
      </div>
      <StatusChip status={shownStatus(deposit)} kind="token-pay" />
    </div>
  );
}

function TimeLeft({ deposit }: { readonly deposit: Deposit }) {
  const seconds = remainingSeconds(deposit);
  return seconds < 60 ? (
    <Plural value={seconds} one="About # second" other="About # seconds" />
  ) : (
    <Plural value={Math.ceil(seconds / 60)} one="About # minute" other="About # minutes" />
  );
}

/** Renders what arrived, the transaction seen on chain and its time. */
export function PaymentFacts({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui();
  const { receivedAmount, asset, transactionHash, seenAt } = deposit;
  return (
    <dl className="mt-3 border-t border-line pt-1 text-small">
      {receivedAmount !== null && (
        <div className="flex min-h-9 items-center justify-between gap-4">
          <dt className="text-ink-3">
            <Trans>Amount received</Trans>
          </dt>
          <dd className="font-medium">
            <Money amount={receivedAmount} currency={asset} />
          </dd>
        </div>
      )}
      {transactionHash !== null && (
        <div className="flex min-h-9 items-center justify-between gap-4">
          <dt className="text-ink-3">
            <Trans>Transaction</Trans>
          </dt>
          <dd className="-my-1 flex items-center font-medium">
            {shortHash(transactionHash)}
            <CopyButton
              label={t`Copy transaction`}
              copiedText={t`Transaction copied`}
              text={() => transactionHash}
            />
          </dd>
        </div>
      )}
      {seenAt !== null && (
        <div className="flex min-h-9 items-center justify-between gap-4">
          <dt className="text-ink-3">
            <Trans>Detected at</Trans>
          </dt>
          <dd className="font-medium">
            <DateText at={seenAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Networks may need more confirmations for a large payment than a row has space for tiles. */
const TILES_MAX = 24;

/** Renders a payment that is confirmed, and that operators decide on. */
export function ReviewPanel({ deposit }: { readonly deposit: Deposit }) {
  return (
    <Panel>
      <ProgressHead deposit={deposit}>
        <Trans>Payment under review</Trans>
      </ProgressHead>
      <p className="mt-2 text-ink-2">
        <Trans>
          Your payment arrived, and we check it before we credit it. We’ll tell you if we need
          anything from you.
        </Trans>{" "}
        <Link to="/pending-reviews" search={{ tab: "us" }} className={inlineLinkClass}>
          <Trans>See the review</Trans>
        </Link>
      </p>
      <ReceivedNotes deposit={deposit} />
      <PaymentFacts deposit={deposit} />
    </Panel>
  );
}

/** Renders the confirmation progress of a payment seen on chain. */
export function SeenPanel({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui();
  const { confirmations, confirmationsRequired } = deposit;
  return (
    <Panel>
      <ProgressHead deposit={deposit}>
        <Trans>Payment detected</Trans>
      </ProgressHead>
      <div className="mt-3.5 mb-2.5">
        <TileMeter
          steady
          label={t`Confirmations`}
          share={confirmations / confirmationsRequired}
          tiles={Math.min(confirmationsRequired, TILES_MAX)}
        />
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-small">
        <p className="font-medium">
          <Trans>
            {confirmations} of {confirmationsRequired} confirmations
          </Trans>
        </p>
        {confirmations < confirmationsRequired && (
          <p className="text-ink-3">
            <TimeLeft deposit={deposit} />
          </p>
        )}
      </div>
      <ReceivedNotes deposit={deposit} />
      <PaymentFacts deposit={deposit} />
    </Panel>
  );
}

/** Notes that are shown next to the amounts instead of in this list. */
const SAID_WITH_AMOUNTS: readonly DepositNote[] = ["underpaid", "overpaid"];

/** Renders notes about a payment that differs from the request. The payment is credited anyway. */
export function ReceivedNotes({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui();
  const { receivedAmount, amount, asset, notes } = deposit;
  return (
    <div className="mt-2 space-y-1 text-small text-ink-2 empty:hidden">
      {receivedAmount !== null && receivedAmount !== amount && (
        <p>
          <Trans>
            {receivedAmount} {asset} arrived instead of {amount} {asset}. We credit the amount that
            arrived.
          </Trans>
        </p>
      )}
      {notes
        .filter((note) => !SAID_WITH_AMOUNTS.includes(note))
        .map((note) => (
          <p key={note}>{t(DEPOSIT_NOTE_TEXTS[note])}</p>
        ))}
    </div>
  );
}
