import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { MOVEMENT_KINDS } from "@tessera/contract/insights/bills.schemas";
import { MissingCards } from "../../../features/cards/my-cards/list/missing-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { transactionsQuery } from "../../../features/insights/bills/bills.queries.ts";
import { filtersOf } from "../../../features/insights/bills/movement-search.ts";
import { MovementsPage } from "../../../features/insights/bills/movements-page.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { LazyStoppedPayment } from "../../authorization/stopped-payment/lazy-stopped-payment.tsx";

/** Movements of an account alone, which are no card's transactions. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(["deposit", "withdrawal", "exchange"]);
const KINDS = MOVEMENT_KINDS.filter((kind) => !OF_ACCOUNTS.has(kind));

/** Renders the transactions on the customer's cards. */
export function TransactionsScreen() {
  const search = useSearch({ from: "/transactions" });
  const pages = useInfiniteQuery(transactionsQuery(filtersOf(search)));
  const { data: cards } = useEveryCard();
  return (
    <MovementsPage
      title={<Trans>Transactions</Trans>}
      backTo={{ to: "/" }}
      search={search}
      onSearch={useListSearch()}
      pages={pages}
      cards={cards}
      notice={<MissingCards />}
      Explain={LazyStoppedPayment}
      kinds={KINDS}
      empty={
        <EmptyState>
          <Trans>Your card activity appears here.</Trans>
        </EmptyState>
      }
    />
  );
}
