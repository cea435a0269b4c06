import { Trans } from "@lingui/react/macro";
import type { Wallet } from "@tessera/contract/money-movement/wallet.schemas";
import type { ReactNode } from "react";
import { Money } from "../../../ui/text/money.tsx";
import { AccountBalances } from "./account-balances.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";
import { RateLine } from "./rate-line.tsx";
import { ShareBar } from "./share-bar.tsx";
import { walletShares } from "./wallet-shares.ts";

interface ShareRowProps {
  readonly color: string;
  readonly title: ReactNode;
  readonly under: ReactNode;
  /** The amount; null if it cannot be converted to one currency. */
  readonly amount: string | null;
  readonly currency: string;
  readonly percent: number;
}

function ShareRow({ color, title, under, amount, currency, percent }: ShareRowProps) {
  return (
    <div className="relative flex min-h-16 items-center gap-3 py-2.5 not-first:before:absolute not-first:before:inset-x-0 not-first:before:top-0 not-first:before:h-px not-first:before:bg-line">
      <span
        aria-hidden="true"
        className="size-2.5 flex-none rounded-tile"
        style={{ background: color }}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {under}
      </div>
      <div className="flex-none text-right">
        {amount !== null && (
          <>
            <p className="font-semibold">
              <Money amount={amount} currency={currency} />
            </p>
            <p className="text-small text-ink-3">{percent}%</p>
          </>
        )}
      </div>
    </div>
  );
}

interface WalletTotalProps {
  readonly wallet: Wallet;
  /** Thumbnails of the cards. */
  readonly thumbs: ReactNode;
}

/** Renders a customer's total balance in one currency and its breakdown. */
export function WalletTotal({ wallet, thumbs }: WalletTotalProps) {
  const shares = walletShares(wallet);
  const { currency } = wallet;
  return (
    <section>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-small text-ink-3">
          <Trans>Total assets</Trans>
        </h2>
        <CurrencyChoice />
      </div>
      {wallet.total === null ? (
        <p className="mt-1.5 text-ink-2" role="status">
          <Trans>
            No exchange rates are available here, so amounts in different currencies aren’t added
            up.
          </Trans>
        </p>
      ) : (
        <p data-fit-room className="mt-1.5 text-display" role="status">
          <Money amount={wallet.total} currency={currency} quietCents fit />
        </p>
      )}
      {wallet.rate !== null && <RateLine />}
      {wallet.total !== null && (
        <div className="mt-1">
          <ShareBar shares={shares} />
        </div>
      )}
      <div className="mt-1.5">
        <ShareRow
          color="var(--d1)"
          title={<Trans>On cards</Trans>}
          under={thumbs}
          amount={wallet.cards}
          currency={currency}
          percent={shares.cards}
        />
        <ShareRow
          color="var(--d3)"
          title={<Trans>Account balance</Trans>}
          under={<AccountBalances balances={wallet.balances} />}
          amount={wallet.account}
          currency={currency}
          percent={shares.account}
        />
      </div>
    </section>
  );
}
