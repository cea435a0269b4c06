import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { CurrencyCode } from "@tessera/money";
import { useState } from "react";
import styles from "../../../features/money-movement/exchange/exchange.module.css";
import { exchangeQuery } from "../../../features/money-movement/exchange/exchange.queries.ts";
import {
  firstDraft,
  hasAnyMoney,
} from "../../../features/money-movement/exchange/exchange-draft.ts";
import {
  type AccountBalance,
  ExchangeForm,
} from "../../../features/money-movement/exchange/exchange-form.tsx";
import { ExchangeReceipt } from "../../../features/money-movement/exchange/exchange-receipt.tsx";
import { RateChart } from "../../../features/money-movement/exchange/rate-chart.tsx";
import { useDisplayCurrency } from "../../../features/money-movement/wallet/display-currency.ts";
import { walletQuery } from "../../../features/money-movement/wallet/wallet.queries.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useOffers } from "../../../lib/api/offering.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

function ExchangeSkeleton() {
  return (
    <Loading>
      <Skeleton className="mt-3 h-40 w-full rounded-panel" />
      <Skeleton className="mt-5 h-40 w-full rounded-panel" />
      <Skeleton className="mt-5 h-13 w-full rounded-control" />
    </Loading>
  );
}

/** Renders the form and the rate's line for the chosen currencies. */
function Exchanging({ balances }: { readonly balances: readonly AccountBalance[] }) {
  const navigate = useNavigate({ from: "/wallet/exchange" });
  const [pair, setPair] = useState<readonly [CurrencyCode, CurrencyCode]>(() => {
    const { from, to } = firstDraft(balances);
    return [from, to];
  });
  return (
    <div className={styles.page}>
      <ExchangeForm
        balances={balances}
        onPair={(from, to) => setPair([from, to])}
        onDone={({ id }) =>
          // The id goes into the URL, so that the receipt is found again after a reload.
          void navigate({ search: { id }, replace: true, resetScroll: true })
        }
      />
      <RateChart from={pair[0]} to={pair[1]} />
    </div>
  );
}

function NewExchange() {
  const { t } = useLingui();
  const offered = useOffers("rates");
  const canDeposit = useOffers("deposits");
  const wallet = useQuery(walletQuery(useDisplayCurrency()));
  if (!offered) {
    return (
      <EmptyState>
        <Trans>Exchanges aren’t available. Your balances are not affected.</Trans>
      </EmptyState>
    );
  }
  if (wallet.isPending) {
    return <ExchangeSkeleton />;
  }
  if (wallet.data === undefined) {
    return (
      <ErrorPanel
        aboutMoney
        message={messageOf(wallet.error, t`Couldn’t load your wallet`)}
        onRetry={() => void wallet.refetch()}
      />
    );
  }
  if (!hasAnyMoney(wallet.data.balances)) {
    return (
      <EmptyState
        action={
          canDeposit && (
            <Link to="/wallet/deposit" className={buttonClass({ kind: "fill", size: "md" })}>
              <Trans>Deposit</Trans>
            </Link>
          )
        }
      >
        <Trans>There is no money in your accounts to exchange.</Trans>
      </EmptyState>
    );
  }
  return <Exchanging balances={wallet.data.balances} />;
}

function OneExchange({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { data, isPending, error, refetch } = useQuery(exchangeQuery(id));
  if (isPending) {
    return <ExchangeSkeleton />;
  }
  return data === undefined ? (
    <LoadFault
      error={error}
      gone={<Trans>This exchange doesn’t exist.</Trans>}
      aboutMoney
      message={messageOf(error, t`Couldn’t load the exchange`)}
      onRetry={() => void refetch()}
    />
  ) : (
    <ExchangeReceipt exchange={data} />
  );
}

/** Renders the exchange flow: accounts and amount, then the receipt. */
export function ExchangeScreen() {
  const { id } = useSearch({ from: "/wallet/exchange" });
  return (
    <>
      <TopBar
        title={<Trans>Exchange</Trans>}
        backTo={id === undefined ? { to: "/wallet" } : { to: "/wallet/exchange", search: {} }}
      />
      <main className="px-(--gutter)">
        {id === undefined ? <NewExchange /> : <OneExchange key={id} id={id} />}
      </main>
    </>
  );
}
