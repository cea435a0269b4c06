import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { MovementRow } from "../../../features/insights/bills/movement-row.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

const SHOWN = 5;

interface RecentHistoryProps {
  readonly history: {
    readonly data:
      | { readonly pages: readonly { readonly data: readonly Movement[] }[] }
      | undefined;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
}

/** Renders the latest deposits, withdrawals and exchanges. */
export function RecentHistory({ history }: RecentHistoryProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const movements = history.data?.pages[0]?.data.slice(0, SHOWN);
  if (history.isPending) {
    return <SkeletonRows count={3} />;
  }
  if (movements === undefined) {
    return (
      <ErrorPanel
        aboutMoney
        message={t`Failed to load billing data`}
        onRetry={() => void history.refetch()}
      />
    );
  }
  if (movements.length === 0) {
    return (
      <EmptyState>
        <Trans>Deposits, withdrawals and exchanges appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <div>
      {movements.map((movement) => (
        <MovementRow
          key={movement.id}
          movement={movement}
          onOpen={() =>
            void navigate({ to: "/wallet/transaction-history", search: { open: movement.id } })
          }
        />
      ))}
    </div>
  );
}
