import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { filtersOf } from "../../../features/insights/bills/movement-search.ts";
import { MovementsPage } from "../../../features/insights/bills/movements-page.tsx";
import { walletHistoryQuery } from "../../../features/money-movement/wallet/wallet.queries.ts";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { Offered } from "../../../ui/layout/offered.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";

const KINDS = ["deposit", "withdrawal", "withdrawal_return", "exchange"] as const;

function NothingYet() {
  return (
    <EmptyState
      action={
        <Offered what="deposits">
          <Link to="/wallet/deposit" className={buttonClass({ kind: "primary" })}>
            <Trans>Deposit</Trans>
          </Link>
        </Offered>
      }
    >
      <Trans>Deposits, withdrawals and exchanges appear here.</Trans>
    </EmptyState>
  );
}

/**
 * Renders all deposits, withdrawals and exchanges. None of them involves a card, so there is no
 * card filter.
 */
export function TransactionHistoryScreen() {
  const search = useSearch({ from: "/wallet/transaction-history" });
  const { cardId: _, ...filters } = filtersOf(search);
  const pages = useInfiniteQuery(walletHistoryQuery(filters));
  return (
    <MovementsPage
      title={<Trans>History</Trans>}
      backTo={{ to: "/wallet" }}
      search={search}
      onSearch={useListSearch()}
      pages={pages}
      cards={undefined}
      kinds={KINDS}
      empty={<NothingYet />}
    />
  );
}
