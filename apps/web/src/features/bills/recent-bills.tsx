import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SectionHead } from "../../ui/panel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import { recentBillsQuery } from "./bills.queries.ts";
import { type MovementCard, MovementRow } from "./movement-row.tsx";

interface RecentBillsProps {
  /** The cards there are, to show whose a bill is. */
  readonly cards: readonly MovementCard[];
}

function Rows({ cards }: RecentBillsProps) {
  const { t } = useLingui();
  const bills = useQuery(recentBillsQuery());
  if (bills.data === undefined) {
    return bills.isError ? (
      <ErrorPanel
        message={t`Failed to load billing data`}
        aboutMoney
        onRetry={() => void bills.refetch()}
      />
    ) : (
      <SkeletonRows count={5} />
    );
  }
  if (bills.data.length === 0) {
    return (
      <p className="text-small text-ink-3">
        <Trans>No bills yet. Card payments and wallet movements will show up here.</Trans>
      </p>
    );
  }
  return (
    <div>
      {bills.data.map((movement) => (
        <MovementRow
          key={movement.id}
          movement={movement}
          card={cards.find((card) => card.id === movement.cardId)}
        />
      ))}
    </div>
  );
}

/** The newest few bills, and the way to all of them. */
export function RecentBills({ cards }: RecentBillsProps) {
  const { data } = useQuery(recentBillsQuery());
  return (
    <section>
      <SectionHead title={<Trans>Recent bills</Trans>}>
        {data !== undefined && data.length > 0 && (
          <Link to="/bills" className={`${textLinkClass} text-small`}>
            <Trans>View all</Trans>
          </Link>
        )}
      </SectionHead>
      <Rows cards={cards} />
    </section>
  );
}
