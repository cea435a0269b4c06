import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import { Scale } from "lucide-react";
import { useState } from "react";
import { cellParam } from "../../../../lib/navigation/cell-links.ts";
import { useListSearch } from "../../../../lib/navigation/use-list-search.ts";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { allResponded } from "../../../../ui/list/answered-cells.ts";
import { CellsNotice } from "../../../../ui/list/cells-notice.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { ListRowButton, RowIcon } from "../../../../ui/list/list-row.tsx";
import { LoadMore } from "../../../../ui/list/load-more.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import styles from "../customers.module.css";
import { signedAmount } from "./correction-amount.ts";
import { CorrectionChip } from "./correction-chip.tsx";
import { type CorrectionFilters, correctionsQuery } from "./corrections.queries.ts";

const CorrectionSheet = lazySheet(async () => {
  return (await import("./correction-sheet.tsx")).CorrectionSheet;
});

interface RowProps {
  readonly correction: Correction;
  /** True if the list covers several customers, so each row shows the customer's name. */
  readonly named: boolean;
  readonly onOpen: () => void;
}

function CorrectionRow({ correction, named, onOpen }: RowProps) {
  const { customerName, reason, currency, status, proposedBy, proposedAt } = correction;
  return (
    <ListRowButton
      lead={
        <RowIcon>
          <Scale aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={named ? <span className="break-all">{customerName}</span> : reason}
      meta={
        <span className="break-words">
          {named && `${reason} · `}
          {proposedBy} · <DateText at={proposedAt} format="brief" />
        </span>
      }
      amount={<Money amount={signedAmount(correction)} currency={currency} sign="always" />}
      quietAmount={status !== "waiting" && status !== "approved"}
      status={<CorrectionChip status={status} />}
      onClick={onOpen}
    />
  );
}

interface CorrectionListProps {
  readonly filters: CorrectionFilters;
  readonly named: boolean;
}

/** Lists adjustments. Pressing one opens a sheet that shows exactly what the adjustment moves. */
export function CorrectionList({ filters, named }: CorrectionListProps) {
  const { t } = useLingui();
  const pages = useInfiniteQuery(correctionsQuery(filters));
  const onSearch = useListSearch<"cell">();
  const [opening, setOpening] = useState<{ readonly id: string; readonly open: boolean }>();
  const corrections = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      {pages.isPending && <SkeletonRows count={4} />}
      {pages.isError && corrections === undefined && (
        <ErrorPanel
          message={t`Couldn’t load the adjustments.`}
          onRetry={() => void pages.refetch()}
        />
      )}
      <CellsNotice answers={pages.data?.pages ?? []} onRetry={() => void pages.refetch()} />
      {corrections?.length === 0 && allResponded(pages.data?.pages ?? []) && (
        <EmptyState icon={<Scale aria-hidden="true" size={20} strokeWidth={1.75} />}>
          {filters.status === "waiting" ? (
            <Trans>No adjustments to decide.</Trans>
          ) : (
            <Trans>No adjustments yet.</Trans>
          )}
        </EmptyState>
      )}
      <ul>
        {corrections?.map((correction) => (
          <li key={correction.id} className={styles.row}>
            <CorrectionRow
              correction={correction}
              named={named}
              onOpen={() => {
                if (correction.cell !== undefined) {
                  onSearch({ cell: cellParam(correction.cell) });
                }
                setOpening({ id: correction.id, open: true });
              }}
            />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && !pages.isFetching && (
        <LoadMore onReached={() => void pages.fetchNextPage()} />
      )}
      {opening !== undefined && (
        <CorrectionSheet
          key={opening.id}
          correctionId={opening.id}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
        />
      )}
    </>
  );
}
