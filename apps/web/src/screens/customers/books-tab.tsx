import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MOVEMENT_KINDS } from "@tessera/contract/bills/bills.schemas";
import { useState } from "react";
import { MovementIcon } from "../../features/bills/movement-icon.tsx";
import { MovementList } from "../../features/bills/movement-list.tsx";
import { filtersOf, type MovementSearch } from "../../features/bills/movement-search.ts";
import { movementTitle } from "../../features/bills/movement-title.ts";
import {
  customerCardsQuery,
  customerMovementsQuery,
} from "../../features/customers/customers.queries.ts";
import { changeSearch } from "../../lib/search-state.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyPart, lazySheet } from "../../ui/lazy-part.tsx";
import { RowIcon } from "../../ui/list-row.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

const MovementFilters = lazyPart(
  async () => (await import("../../features/bills/movement-filters.tsx")).MovementFilters,
  <div className="min-h-11" />,
);

const CustomerMovementSheet = lazySheet(
  async () => (await import("../../features/customers/movement-sheet.tsx")).CustomerMovementSheet,
);
const MovementReading = lazyPart(
  async () => (await import("./movement-reading.tsx")).MovementReading,
  <SkeletonRows count={4} />,
);

interface BooksTabProps {
  readonly customerId: string;
  /** The movement that the address says is open. */
  readonly opened: string | undefined;
  readonly onOpen: (movementId: string | undefined) => void;
}

/** The sheet of what is open; what was shown last stays in it while it leaves. */
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

/** A customer's bills, as they read them themselves. */
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
            <Trans>Nothing in the books that fits.</Trans>
          </EmptyState>
        }
      />
      <OpenMovement {...props} />
    </>
  );
}
