import { Trans } from "@lingui/react/macro";
import { type LinkProps, useSearch } from "@tanstack/react-router";
import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import { windowOf } from "../../../features/back-office/dashboard/board.queries.ts";
import { BoardView } from "../../../features/back-office/dashboard/board-view.tsx";
import { ReconciliationSummary } from "../../../features/back-office/reconciliation/summary-panel.tsx";
import { ReservesPanel } from "../../../features/back-office/reserves/reserves-panel.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { type SessionMenu, useSession } from "../../../lib/session/session-store.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

/** The page where operators work each queue, and the menu required to open that page. */
const PLACES: Partial<Record<BoardQueue, { readonly menu: string; readonly to: LinkProps }>> = {
  cases: { menu: "operator-reviews", to: { to: "/system/reviews" } },
  support: { menu: "operator-support", to: { to: "/system/support" } },
  corrections: {
    menu: "customers",
    to: { to: "/system/customers", search: { view: "corrections" } },
  },
  stopped: {
    menu: "customers",
    to: { to: "/system/customers", search: { status: "stopped" } },
  },
  erasures: {
    menu: "customers",
    to: { to: "/system/customers", search: { status: "closed" } },
  },
  bank_unmatched: { menu: "bank", to: { to: "/system/bank" } },
  unmatched: { menu: "network", to: { to: "/system/network", search: { state: "waiting" } } },
};

function placeOf(queue: BoardQueue, menus: readonly SessionMenu[]): LinkProps | undefined {
  const place = PLACES[queue];
  return place && menus.some(({ key }) => key === place.menu) ? place.to : undefined;
}

/** Operators who may see reserves and reconciliation. */
const READING_BOOKS = ["reviewer", "administrator", "auditor"];

const ReconciliationView = lazyPart(
  async () =>
    (await import("../../../features/back-office/reconciliation/reconciliation-view.tsx"))
      .ReconciliationView,
  <SkeletonRows count={6} />,
);

/** Renders the operators' home page: the current state of the program. */
export function BoardScreen() {
  const { open, ...search } = useSearch({ from: "/system/board" });
  const onSearch = useListSearch<"window" | "tab" | "state" | "kind" | "age">();
  const { menus, user } = useSession();
  const readsBooks = READING_BOOKS.includes(user?.role ?? "");
  if (search.tab !== undefined && readsBooks) {
    return <ReconciliationView search={search} open={open} onSearch={onSearch} />;
  }
  return (
    <>
      <TopBar title={<Trans>Dashboard</Trans>} />
      <main className="px-(--gutter) pt-1.5">
        <BoardView
          window={windowOf(search.window)}
          onWindow={(window) => onSearch({ window })}
          placeOf={(queue) => placeOf(queue, menus)}
          books={
            readsBooks && (
              <>
                <ReservesPanel />
                <ReconciliationSummary />
              </>
            )
          }
        />
      </main>
    </>
  );
}
