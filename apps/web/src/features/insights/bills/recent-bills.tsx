import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { useDeferredValue } from "react";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { recentBillsQuery } from "./bills.queries.ts";
import { type MovementCard, MovementRow } from "./movement-row.tsx";

interface RecentBillsProps {
  /** The customer's cards, to show which one a bill belongs to. */
  readonly cards: readonly MovementCard[];
}

interface RowsProps extends RecentBillsProps {
  readonly bills: readonly Movement[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

function Rows({ bills, cards, failed, onRetry }: RowsProps) {
  const { t } = useLingui();
  if (bills === undefined) {
    return failed ? (
      <ErrorPanel message={t`Failed to load billing data`} aboutMoney onRetry={onRetry} />
    ) : (
      <SkeletonRows count={5} atOnce />
    );
  }
  if (bills.length === 0) {
    return (
      <p className="text-small text-ink-3">
        <Trans>No bills yet. Card payments and wallet activity will appear here.</Trans>
      </p>
    );
  }
  return (
    <div>
      {bills.map((movement) => (
        <MovementRow
          key={movement.id}
          movement={movement}
          card={cards.find((card) => card.id === movement.cardId)}
        />
      ))}
    </div>
  );
}

/** Renders the most recent bills and a link to all bills. */
export function RecentBills({ cards }: RecentBillsProps) {
  const bills = useQuery(recentBillsQuery());
  // Deferred, so that rendering new rows does not block what is already on the screen.
  const data = useDeferredValue(bills.data);
  return (
    <section>
      <SectionHead title={<Trans>Recent bills</Trans>}>
        {data !== undefined && data.length > 0 && (
          <Link to="/bills" className={`${textLinkClass} text-small`}>
            <Trans>View all</Trans>
          </Link>
        )}
      </SectionHead>
      <Rows
        bills={data}
        cards={cards}
        failed={bills.isError}
        onRetry={() => void bills.refetch()}
      />
    </section>
  );
}
