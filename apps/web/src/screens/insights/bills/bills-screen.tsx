import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { MOVEMENT_KINDS } from "@tessera/contract/insights/bills.schemas";
import { MissingCards } from "../../../features/cards/my-cards/list/missing-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { billsQuery } from "../../../features/insights/bills/bills.queries.ts";
import { filtersOf } from "../../../features/insights/bills/movement-search.ts";
import { MovementsPage } from "../../../features/insights/bills/movements-page.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { LazyStoppedPayment } from "../../authorization/stopped-payment/lazy-stopped-payment.tsx";

/** Renders all of the customer's movements. */
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
          <Trans>All your transactions appear here.</Trans>
        </EmptyState>
      }
    />
  );
}
