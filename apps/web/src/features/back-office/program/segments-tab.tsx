import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { useOffers } from "../../../lib/api/offering.ts";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import openRow from "../../../ui/list/open-row.module.css";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { segmentsQuery } from "./program.queries.ts";
import { SegmentRow } from "./segment-row.tsx";

/** Lists all card products, in the order that customers see them. */
export function SegmentsTab() {
  const { t } = useLingui();
  const offered = useOffers("cards");
  const { data, isError, refetch } = useQuery(segmentsQuery());
  if (data === undefined) {
    return isError ? (
      <ErrorPanel message={t`Couldn’t load the card products`} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={8} />
    );
  }
  if (data.data.length === 0) {
    return (
      <EmptyState icon={<CreditCard aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <Trans>No card products yet. Add the first one.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      {!offered && (
        <Note className="mb-3">
          <Trans>
            New cards aren’t available because no issuer is connected. Customers don’t see these
            products.
          </Trans>
        </Note>
      )}
      <Panel className={`py-1! ${openRow.list}`}>
        {data.data.map((segment) => (
          <SegmentRow key={segment.id} segment={segment} />
        ))}
      </Panel>
    </>
  );
}
