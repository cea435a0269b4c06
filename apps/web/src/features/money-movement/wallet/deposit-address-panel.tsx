import { Trans, useLingui } from "@lingui/react/macro";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import type { ReactNode } from "react";
import { CopyButton } from "../../../ui/form/copy-button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { groupedAmount } from "../../../ui/text/amount-text.ts";
import { Countdown } from "../../../ui/text/countdown.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { RateNote } from "../../../ui/text/rate-note.tsx";
import { AddressText } from "./address-text.tsx";
import { NETWORK_FACTS } from "./deposit-networks.ts";

const QrCode = lazyPart(async () => (await import("../../../ui/layout/qr-code.tsx")).QrCode, null);

function Fact({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <p className="text-small text-ink-3">{label}</p>
      {children}
    </div>
  );
}

function Facts({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui();
  const waiting = deposit.status === "pending" && deposit.seenAt === null;
  return (
    <div className="flex min-w-[130px] flex-1 flex-col justify-center gap-3">
      <Fact label={<Trans>Send exactly</Trans>}>
        <div className="flex items-center">
          <p>
            <span className="block text-h2 whitespace-nowrap">{groupedAmount(deposit.amount)}</span>
            <span className="block text-small font-medium text-ink-2">{deposit.asset}</span>
          </p>
          <CopyButton
            label={t`Copy amount`}
            copiedText={t`Amount copied`}
            text={() => deposit.amount}
          />
        </div>
      </Fact>
      <Fact label={<Trans>You receive</Trans>}>
        <p className="text-h">
          <Money amount={deposit.creditAmount} currency={deposit.currency} />
        </p>
        <RateNote
          asset={deposit.asset}
          currency={deposit.currency}
          rate={deposit.rate}
          ratedAt={deposit.ratedAt}
          source={deposit.rateSource}
          spreadBasisPoints={deposit.spreadBasisPoints}
        />
      </Fact>
      {waiting && (
        <Fact label={<Trans>Expires in</Trans>}>
          <p className="text-h text-caution">
            <Countdown until={deposit.expiresAt} />
          </p>
        </Fact>
      )}
    </div>
  );
}

/** Shows how to pay a deposit: the amount, the address, and a QR code with both. */
export function DepositAddressPanel({
  deposit,
  address,
}: {
  readonly deposit: Deposit;
  readonly address: string;
}) {
  const { t } = useLingui();
  const { chain, label } = NETWORK_FACTS[deposit.network];
  return (
    <div className="hairline overflow-hidden rounded-panel bg-surface">
      <div className="flex flex-wrap gap-4 p-3.5">
        <span className="size-[173px] flex-none rounded-control bg-white shadow-[0_0_0_1px_var(--line)]">
          <QrCode text={address} label={t`QR code for the address`} />
        </span>
        <Facts deposit={deposit} />
      </div>
      <hr className="border-line" />
      <div className="flex items-center gap-2 px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <p className="mb-0.5 text-small text-ink-3">
            {chain === label ? (
              <Trans>{chain} address</Trans>
            ) : (
              <Trans>
                {chain} ({label}) address
              </Trans>
            )}
          </p>
          <AddressText address={address} />
        </div>
        <CopyButton label={t`Copy address`} copiedText={t`Address copied`} text={() => address} />
      </div>
    </div>
  );
}

/** Explains what can be sent to the address and what happens to any other payment. */
export function NetworkWarning({ deposit }: { readonly deposit: Deposit }) {
  const { chain } = NETWORK_FACTS[deposit.network];
  const { asset } = deposit;
  return (
    <Trans>
      Send only {asset} on {chain}. If you pay late or send a different amount, we’ll still find and
      credit it. Assets sent on another network or in another coin aren’t credited automatically:
      contact support.
    </Trans>
  );
}
