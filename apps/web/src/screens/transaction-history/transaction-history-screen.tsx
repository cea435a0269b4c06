import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { MovementsFrame } from "../../features/bills/movements-frame.tsx";
import { cardsQuery } from "../../features/cards/cards.queries.ts";
import { walletHistoryQuery } from "../../features/wallet/wallet.queries.ts";
import { useListSearch } from "../../lib/use-list-search.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterChip, FilterChips } from "../../ui/filter-chip.tsx";

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
  const change = useListSearch<"kind">();
  return (
    <MovementsFrame
      title={<Trans>History</Trans>}
      backTo={{ to: "/wallet" }}
      filters={<KindChips kind={kind} onChange={(next) => change({ kind: next })} />}
      pages={pages}
      cards={cards}
      empty={<NothingYet />}
      openId={search.open}
      onOpen={(open) => change({ open })}
    />
  );
}
