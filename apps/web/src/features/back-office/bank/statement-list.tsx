import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ListedStatement } from "@tessera/contract/money-movement/bank.schemas";
import { Check, FileText, ScanSearch } from "lucide-react";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { CellsNotice } from "../../../ui/list/cells-notice.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { ListRowLink, RowIcon } from "../../../ui/list/list-row.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { statementsQuery } from "./bank.queries.ts";
import { ENTRY_LOOKS } from "./bank-words.ts";

/** Shows whether a statement's transactions are decided, and how many still need an operator. */
function Progress({ counts }: Pick<ListedStatement, "counts">) {
  const { t } = useLingui();
  const { waiting = 0, reviewing = 0, unmatched = 0, returning = 0, outflow = 0 } = counts;
  const open = reviewing + unmatched + returning + outflow;
  if (waiting > 0) {
    const { tone, icon, text } = ENTRY_LOOKS.waiting;
    return (
      <Chip tone={tone} icon={icon}>
        {t(text)}
      </Chip>
    );
  }
  return open > 0 ? (
    <Chip tone="caution" icon={ScanSearch}>
      <Trans>{open} open</Trans>
    </Chip>
  ) : (
    <Chip tone="quiet" icon={Check}>
      <Trans>All processed</Trans>
    </Chip>
  );
}

function StatementRow({ statement }: { readonly statement: ListedStatement }) {
  const { id, account, currency, statementId, closing, counts, importedAt, cell } = statement;
  const { credited = 0, reviewing = 0, unmatched = 0, outflow = 0 } = counts;
  return (
    <ListRowLink
      to={{ to: "/system/bank", search: { tab: "transfers", statement: id } }}
      lead={
        <RowIcon>
          <FileText aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={statementId}
      meta={
        <>
          {cell !== undefined && <Trans>Cell {cell}</Trans>}
          {cell !== undefined && " · "}
          {account} · <DateText at={importedAt} />
          <span className="block">
            <Trans>
              {credited} credited, {reviewing} under review
            </Trans>
          </span>
          <span className="block">
            <Trans>
              {unmatched} without a customer, {outflow} unexplained
            </Trans>
          </span>
        </>
      }
      amount={<Money amount={closing} currency={currency} />}
      status={<Progress counts={counts} />}
    />
  );
}

/** Lists imported statements with their closing balances. */
export function StatementList() {
  const { t } = useLingui();
  const list = useInfiniteQuery(statementsQuery);
  const statements = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (list.isPending) {
    return <SkeletonRows count={4} />;
  }
  if (list.isError && list.data === undefined) {
    return (
      <ErrorPanel message={t`Couldn’t load the statements`} onRetry={() => void list.refetch()} />
    );
  }
  const notice = (
    <CellsNotice answers={list.data?.pages ?? []} onRetry={() => void list.refetch()} />
  );
  if (statements.length === 0) {
    return (
      <>
        {notice}
        <EmptyState icon={<FileText aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>No statement has been imported yet.</Trans>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {notice}
      <Panel className="py-1!">
        {statements.map((statement) => (
          <StatementRow key={statement.id} statement={statement} />
        ))}
      </Panel>
      <MoreButton pages={list} />
    </>
  );
}
