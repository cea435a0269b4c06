import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../../ui/form/button.tsx";
import { Offered } from "../../../ui/layout/offered.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { accountBalancesQuery } from "./account-balances.queries.ts";

/** Shows the balance of the account that funds the selected card, in the card's currency. */
export function AccountBalance({ currency }: { readonly currency: string }) {
  const { t } = useLingui();
  const balances = useQuery(accountBalancesQuery);
  if (balances.isError && balances.data === undefined) {
    return (
      <ErrorPanel
        message={t`Failed to load billing data`}
        aboutMoney
        onRetry={() => void balances.refetch()}
      />
    );
  }
  const account = balances.data?.find((balance) => balance.currency === currency);
  return (
    <Panel className="p-4.5">
      <div className="text-small text-ink-3">
        <Trans>Account balance</Trans>
      </div>
      {balances.data === undefined ? (
        <div className="mt-0.5 flex items-center text-amount">
          <span className="h-[1lh]" />
          <Skeleton className="h-6 w-36" />
        </div>
      ) : (
        <div className="mt-0.5 text-amount" data-fit-room>
          <Money amount={account?.available ?? "0.00"} currency={currency} quietCents fit />
        </div>
      )}
      <div className="mt-3.5 grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2 empty:hidden">
        <Offered what="deposits">
          <Link to="/wallet/deposit" className={buttonClass({ size: "md" })}>
            <Trans>Deposit</Trans>
          </Link>
        </Offered>
        <Offered what="withdrawals">
          <Link to="/wallet/withdraw" className={buttonClass({ size: "md" })}>
            <Trans>Withdraw</Trans>
          </Link>
        </Offered>
      </div>
    </Panel>
  );
}
