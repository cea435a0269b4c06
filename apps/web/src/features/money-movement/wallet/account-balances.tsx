import { Trans } from "@lingui/react/macro";
import type { Wallet } from "@tessera/contract/money-movement/wallet.schemas";
import { Money } from "../../../ui/text/money.tsx";

type Balance = Wallet["balances"][number];

function hasMoney({ available, held }: Balance): boolean {
  return /[1-9]/.test(available) || /[1-9]/.test(held);
}

/** Renders each account's balance in the account's currency. */
export function AccountBalances({ balances }: { readonly balances: readonly Balance[] }) {
  const shown = balances.filter(hasMoney);
  if (shown.length === 0 || (shown.length === 1 && shown[0]?.currency === "USD")) {
    return (
      <p className="text-small text-ink-3">
        <Trans>Ready to move to cards</Trans>
        {shown[0] !== undefined && <Held balance={shown[0]} />}
      </p>
    );
  }
  return (
    <ul className="text-small text-ink-3">
      {shown.map((balance) => (
        <li key={balance.currency}>
          {balance.currency} <Money amount={balance.available} currency={balance.currency} />
          <Held balance={balance} />
        </li>
      ))}
    </ul>
  );
}

function Held({ balance }: { readonly balance: Balance }) {
  return /[1-9]/.test(balance.held) ? (
    <>
      {" · "}
      <Trans>
        <Money amount={balance.held} currency={balance.currency} /> held
      </Trans>
    </>
  ) : null;
}
