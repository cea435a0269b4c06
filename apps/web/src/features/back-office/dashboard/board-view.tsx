import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import {
  BOARD_WINDOWS,
  type Board,
  type BoardWindow,
} from "@tessera/contract/back-office/dashboard.schemas";
import type { ReactNode } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { useAsTable } from "../../../ui/chart/figure.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { CellsNotice } from "../../../ui/list/cells-notice.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import styles from "./board.module.css";
import { boardQuery } from "./board.queries.ts";
import { WINDOW_WORDS } from "./board-words.ts";
import { ChecksPanel } from "./checks-panel.tsx";
import { DeclinesPanel } from "./declines-panel.tsx";
import { JobsPanel } from "./jobs-panel.tsx";
import { PaymentsPanel } from "./payments-panel.tsx";
import { QueuesPanel } from "./queues-panel.tsx";
import { StopsPanel } from "./stops-panel.tsx";
import { UnknownNumbersPanel } from "./unknown-numbers-panel.tsx";
import { VolumesPanel } from "./volumes-panel.tsx";

interface BoardViewProps {
  readonly window: BoardWindow;
  readonly onWindow: (window: BoardWindow) => void;
  /** Returns the page for a queue, or undefined if the operator may not open it. */
  readonly placeOf: (queue: Board["queues"][number]["queue"]) => LinkProps | undefined;
  /** Panels about the program's books, for operators who may see them. */
  readonly books?: ReactNode;
}

function BoardSkeleton() {
  return (
    <Loading>
      <div className={styles.columns}>
        <Skeleton className="h-64 rounded-control" />
        <Skeleton className="h-64 rounded-control" />
      </div>
    </Loading>
  );
}

/** Renders the operations dashboard: payments, decline reasons, volumes and queues. */
export function BoardView({ window, onWindow, placeOf, books }: BoardViewProps) {
  const { t } = useLingui();
  const { asTable, button } = useAsTable();
  const { data: board, isError, refetch } = useQuery(boardQuery(window, useLocale()));
  const isBroken = board?.checks.some(({ holds }) => holds === false) === true;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label={t`Time`}
          className={styles.window}
          options={BOARD_WINDOWS.map((value) => ({ value, label: t(WINDOW_WORDS[value]) }))}
          value={window}
          onChange={onWindow}
        />
        {button}
      </div>
      {isError && (
        <div className="mb-4">
          <ErrorPanel message={t`Couldn’t load the dashboard`} onRetry={() => void refetch()} />
        </div>
      )}
      {board !== undefined && <CellsNotice answers={[board]} onRetry={() => void refetch()} />}
      {isBroken && (
        <Note tone="negative" role="alert" className="mb-4">
          <Trans>A ledger check is failing. Run verify before doing anything else.</Trans>
        </Note>
      )}
      {board === undefined && !isError && <BoardSkeleton />}
      {board !== undefined && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <PaymentsPanel board={board} asTable={asTable} />
            <DeclinesPanel authorizations={board.authorisations} />
            <VolumesPanel volumes={board.volumes} />
            {books}
          </div>
          <div className={styles.column}>
            <QueuesPanel queues={board.queues} at={board.at} placeOf={placeOf} />
            <StopsPanel stops={board.stops} />
            <UnknownNumbersPanel unknownNumbers={board.unknownNumbers} />
            <ChecksPanel checks={board.checks} />
            <JobsPanel jobs={board.jobs} at={board.at} />
          </div>
        </div>
      )}
    </>
  );
}
