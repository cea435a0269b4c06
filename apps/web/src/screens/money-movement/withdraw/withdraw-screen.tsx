import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { DayLimit } from "../../../features/money-movement/payouts/day-limit.tsx";
import { UnderWay } from "../../../features/money-movement/payouts/under-way.tsx";
import { WithdrawForm } from "../../../features/money-movement/payouts/withdraw-form.tsx";
import { WithdrawalView } from "../../../features/money-movement/payouts/withdrawal-view.tsx";
import styles from "../../../features/money-movement/payouts/withdrawals.module.css";
import {
  addressesQuery,
  termsQuery,
  withdrawalQuery,
  withdrawalsQuery,
} from "../../../features/money-movement/payouts/withdrawals.queries.ts";
import { useDisplayCurrency } from "../../../features/money-movement/wallet/display-currency.ts";
import { walletQuery } from "../../../features/money-movement/wallet/wallet.queries.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useKnownToOffer, useOffers } from "../../../lib/api/offering.ts";
import { NotOffered } from "../../../ui/layout/not-offered.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

function WithdrawSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-11 w-full rounded-small" />
      <Skeleton className="mt-3.5 h-[272px] w-full rounded-panel" />
      <Skeleton className="mt-2.5 h-20 w-full rounded-control" />
    </Loading>
  );
}

function NewWithdrawal() {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/wallet/withdraw" });
  const offered = useOffers("withdrawals");
  const terms = useQuery({ ...termsQuery, enabled: useKnownToOffer("withdrawals") });
  const addresses = useQuery(addressesQuery);
  const list = useQuery(withdrawalsQuery);
  const wallet = useQuery(walletQuery(useDisplayCurrency()));
  if (!offered) {
    return (
      <>
        <NotOffered what="withdrawals" />
        <UnderWay withdrawals={list.data ?? []} />
      </>
    );
  }
  if (terms.isPending || addresses.isPending) {
    return <WithdrawSkeleton />;
  }
  if (terms.data === undefined || addresses.data === undefined) {
    return (
      <ErrorPanel
        aboutMoney
        message={messageOf(terms.error ?? addresses.error, t`Couldn’t load withdrawals`)}
        onRetry={() => void Promise.all([terms.refetch(), addresses.refetch()])}
      />
    );
  }
  return (
    <div className={styles.page}>
      <WithdrawForm
        terms={terms.data}
        addresses={addresses.data}
        balances={wallet.data?.balances}
        onDone={({ id }) =>
          // The id goes into the URL, so that the withdrawal is found again after a reload.
          void navigate({ search: { id }, replace: true, resetScroll: true })
        }
      />
      <div className="flex flex-col gap-5">
        <UnderWay withdrawals={list.data ?? []} />
        <DayLimit terms={terms.data} />
      </div>
    </div>
  );
}

function OneWithdrawal({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { data, dataUpdatedAt, isPending, error, refetch } = useQuery(withdrawalQuery(id));
  if (isPending) {
    return <WithdrawSkeleton />;
  }
  return data === undefined ? (
    <LoadFault
      error={error}
      gone={<Trans>This withdrawal doesn’t exist.</Trans>}
      aboutMoney
      message={messageOf(error, t`Couldn’t load the withdrawal`)}
      onRetry={() => void refetch()}
    />
  ) : (
    <WithdrawalView withdrawal={data} toldAtMs={dataUpdatedAt} />
  );
}

/** Renders the withdrawal flow: amount and address, then the withdrawal's progress. */
export function WithdrawScreen() {
  const { id } = useSearch({ from: "/wallet/withdraw" });
  return (
    <>
      <TopBar
        title={<Trans>Withdraw</Trans>}
        backTo={id === undefined ? { to: "/wallet" } : { to: "/wallet/withdraw", search: {} }}
      />
      <main className="px-(--gutter)">
        {id === undefined ? <NewWithdrawal /> : <OneWithdrawal key={id} id={id} />}
      </main>
    </>
  );
}
