import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MOVEMENT_KINDS } from "@tessera/contract/insights/bills.schemas";
import { useState } from "react";
import {
  customerCardsQuery,
  customerMovementsQuery,
} from "../../../features/back-office/customers/customers.queries.ts";
import { MovementIcon } from "../../../features/insights/bills/movement-icon.tsx";
import { MovementList } from "../../../features/insights/bills/movement-list.tsx";
import {
  filtersOf,
  type MovementSearch,
} from "../../../features/insights/bills/movement-search.ts";
import { movementTitle } from "../../../features/insights/bills/movement-title.ts";
import { changeSearch } from "../../../lib/navigation/search-state.ts";
import { lazyPart, lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { RowIcon } from "../../../ui/list/list-row.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

const MovementFilters = lazyPart(
  async () =>
    (await import("../../../features/insights/bills/movement-filters.tsx")).MovementFilters,
  <div className="min-h-11" />,
);

const CustomerMovementSheet = lazySheet(
  async () =>
    (await import("../../../features/back-office/customers/movement-sheet.tsx"))
      .CustomerMovementSheet,
);
const MovementReading = lazyPart(
  async () => (await import("./movement-reading.tsx")).MovementReading,
  <SkeletonRows count={4} />,
);

interface BooksTabProps {
  readonly customerId: string;
  /** Id of the open movement, from the URL. */
  readonly opened: string | undefined;
  readonly onOpen: (movementId: string | undefined) => void;
}

/** Renders the sheet for the open movement and keeps its content while the sheet closes. */
function OpenMovement({ customerId, opened, onOpen }: BooksTabProps) {
  const { t } = useLingui();
  const [last, setLast] = useState(opened);
  if (opened !== undefined && opened !== last) {
    setLast(opened);
  }
  return last === undefined ? null : (
    <CustomerMovementSheet
      key={last}
      customerId={customerId}
      movementId={last}
      open={opened !== undefined}
      onClose={() => onOpen(undefined)}
      titleOf={(movement) => movementTitle(movement, t)}
      leadOf={({ kind, merchant }) => (
        <RowIcon>
          <MovementIcon kind={kind} category={merchant?.category} />
        </RowIcon>
      )}
    >
      {(movement) => <MovementReading movement={movement} />}
    </CustomerMovementSheet>
  );
}

/** Renders a customer's bills as the customer sees them. */
export function BooksTab(props: BooksTabProps) {
  const { customerId, onOpen } = props;
  const [search, setSearch] = useState<MovementSearch>({});
  const pages = useInfiniteQuery(customerMovementsQuery(customerId, filtersOf(search)));
  const { data: cards } = useQuery(customerCardsQuery(customerId));
  return (
    <>
      <div className="-mx-(--gutter)">
        <MovementFilters
          search={search}
          cards={cards}
          kinds={MOVEMENT_KINDS}
          onChange={(changes) => setSearch(changeSearch(search, changes))}
        />
      </div>
      <MovementList
        pages={pages}
        cards={cards}
        onOpen={({ id }) => onOpen(id)}
        empty={
          <EmptyState>
            <Trans>No ledger entries match.</Trans>
          </EmptyState>
        }
      />
      <OpenMovement {...props} />
    </>
  );
}
