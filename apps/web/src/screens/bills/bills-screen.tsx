import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { MOVEMENT_KINDS } from "@tessera/contract/bills/bills.schemas";
import { billsQuery } from "../../features/bills/bills.queries.ts";
import { filtersOf } from "../../features/bills/movement-search.ts";
import { MovementsPage } from "../../features/bills/movements-page.tsx";
import { MissingCards } from "../../features/cards/missing-cards.tsx";
import { useEveryCard } from "../../features/cards/use-every-card.ts";
import { useListSearch } from "../../lib/use-list-search.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LazyStoppedPayment } from "../stopped-payment/lazy-stopped-payment.tsx";

/** Every movement of the customer's money. */
export function BillsScreen() {
  const search = useSearch({ from: "/bills" });
  const pages = useInfiniteQuery(billsQuery(filtersOf(search)));
  const { data: cards } = useEveryCard();
  return (
    <MovementsPage
      title={<Trans>Bills</Trans>}
      backTo={{ to: "/" }}
      search={search}
      onSearch={useListSearch()}
      pages={pages}
      cards={cards}
      notice={<MissingCards />}
      Explain={LazyStoppedPayment}
      kinds={MOVEMENT_KINDS}
      empty={
        <EmptyState>
          <Trans>Every movement of your money shows here.</Trans>
        </EmptyState>
      }
    />
  );
}
