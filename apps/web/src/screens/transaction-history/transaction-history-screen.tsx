import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { MovementList } from "../../features/bills/movement-list.tsx";
import { cardsQuery } from "../../features/cards/cards.queries.ts";
import { walletHistoryQuery } from "../../features/wallet/wallet.queries.ts";
import { useListSearch } from "../../lib/use-list-search.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterChip, FilterChips } from "../../ui/filter-chip.tsx";
import { lazySheet } from "../../ui/lazy-part.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

const MovementDetailSheet = lazySheet(async () => {
  return (await import("../../features/bills/movement-detail-sheet.tsx")).MovementDetailSheet;
});

type HistoryKind = "deposit" | "withdrawal";

function asKind(text: string | undefined): HistoryKind | undefined {
  return text === "deposit" || text === "withdrawal" ? text : undefined;
}

function KindChips({
  kind,
  onChange,
}: {
  readonly kind: HistoryKind | undefined;
  readonly onChange: (kind: HistoryKind | undefined) => void;
}) {
  const { t } = useLingui();
  return (
    <FilterChips label={t`Kind`}>
      <FilterChip selected={kind === undefined} onClick={() => onChange(undefined)}>
        <Trans context="deposits and withdrawals">All</Trans>
      </FilterChip>
      <FilterChip selected={kind === "deposit"} onClick={() => onChange("deposit")}>
        <Trans>Deposits</Trans>
      </FilterChip>
      <FilterChip selected={kind === "withdrawal"} onClick={() => onChange("withdrawal")}>
        <Trans>Withdrawals</Trans>
      </FilterChip>
    </FilterChips>
  );
}

function NothingYet() {
  return (
    <EmptyState
      action={
        <Link to="/wallet/deposit" className={buttonClass({ kind: "primary" })}>
          <Trans>Deposit</Trans>
        </Link>
      }
    >
      <Trans>Deposits and withdrawals show here.</Trans>
    </EmptyState>
  );
}

/** Every deposit and withdrawal. */
export function TransactionHistoryScreen() {
  const search = useSearch({ from: "/wallet/transaction-history" });
  const kind = asKind(search.kind);
  const pages = useInfiniteQuery(walletHistoryQuery(kind));
  const { data: cards } = useQuery(cardsQuery);
  const [lastOpen, setLastOpen] = useState(search.open);
  if (search.open !== undefined && search.open !== lastOpen) {
    setLastOpen(search.open);
  }
  const change = useListSearch<"kind">();
  return (
    <>
      <TopBar title={<Trans>History</Trans>} backTo={{ to: "/wallet" }} />
      <main>
        <div className="sticky top-14 z-10 border-b border-line bg-page pb-1">
          <KindChips kind={kind} onChange={(next) => change({ kind: next })} />
        </div>
        <div className="px-(--gutter)">
          <MovementList
            pages={pages}
            cards={cards}
            onOpen={(movement) => change({ open: movement.id })}
            empty={<NothingYet />}
          />
        </div>
      </main>
      {lastOpen !== undefined && (
        <MovementDetailSheet
          movementId={lastOpen}
          open={search.open !== undefined}
          onClose={() => change({ open: undefined })}
          cards={cards}
        />
      )}
    </>
  );
}
