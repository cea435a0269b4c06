import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { formatAmount } from "@tessera/money";
import type { AnswerOfCell } from "../../platform/http/over-cells.ts";
import { approvalPerMille, MAX_DECLINES } from "./read-board.ts";

type Boards = readonly AnswerOfCell<Board>[];

/** Groups rows by a key, in the order in which the keys first appear. */
function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[][] {
  return [...Map.groupBy(rows, keyOf).values()];
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

/** Returns the earliest of several times; null if there is none. */
function earliest(times: readonly (string | null)[]): string | null {
  const [first = null] = times.flatMap((time) => time ?? []).sort();
  return first;
}

function newestFirst(one: string, other: string): number {
  return one < other ? 1 : -1;
}

/**
 * Adds up the dashboards of several cells. A ledger check holds if it holds in each of them, and
 * its time is the earliest. What an operator acts on keeps the number of its cell.
 */
export function addBoards(boards: Boards): Board {
  const [first] = boards;
  if (first === undefined) {
    throw new Error("no cell has answered");
  }
  const all = boards.map(({ body }) => body);
  const { window, since, at, timeZone } = first.body;
  return {
    ...{ window, since, at, timeZone },
    authorisations: addAuthorizations(all),
    volumes: addVolumes(all),
    queues: grouped(
      all.flatMap(({ queues }) => queues),
      ({ queue }) => queue,
    ).flatMap((rows) => {
      const oldestAt = earliest(rows.map((row) => row.oldestAt));
      return rows.slice(0, 1).map(({ queue }) => ({
        ...{ queue, count: sum(rows, ({ count }) => count), oldestAt },
      }));
    }),
    jobs: withCells(boards, ({ jobs }) => jobs),
    checks: addChecks(all),
    stops: withCells(boards, ({ stops }) => stops).sort((one, other) =>
      newestFirst(one.at, other.at),
    ),
    unknownNumbers: all
      .flatMap(({ unknownNumbers }) => unknownNumbers)
      .sort((one, other) => newestFirst(one.lastAt, other.lastAt)),
  };
}

function withCells<Row extends object>(boards: Boards, rowsOf: (board: Board) => readonly Row[]) {
  return boards.flatMap(({ cell, body }) => rowsOf(body).map((row) => ({ ...row, cell })));
}

function addAuthorizations(all: readonly Board[]): Board["authorisations"] {
  const parts = all.map((board) => board.authorisations);
  const approved = sum(parts, (part) => part.approved);
  const declined = sum(parts, (part) => part.declined);
  const declines = grouped(
    parts.flatMap((part) => part.declines),
    ({ code }) => code,
  ).flatMap((rows) => {
    const count = sum(rows, (row) => row.count);
    return rows.slice(0, 1).map((row) => ({ ...row, count }));
  });
  const buckets = grouped(
    parts.flatMap((part) => part.buckets),
    (bucket) => bucket.at,
  ).flatMap((rows) =>
    rows.slice(0, 1).map(({ at }) => ({
      at,
      approved: sum(rows, (row) => row.approved),
      declined: sum(rows, (row) => row.declined),
    })),
  );
  return {
    ...{ approved, declined, approvalPerMille: approvalPerMille(approved, declined) },
    declines: declines.sort((one, other) => other.count - one.count).slice(0, MAX_DECLINES),
    buckets: buckets.sort((one, other) => newestFirst(other.at, one.at)),
  };
}

/** Returns the minor units of an amount that a server of the program wrote, with all decimals. */
function minorOf(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}

function addVolumes(all: readonly Board[]): Board["volumes"] {
  return grouped(
    all.flatMap(({ volumes }) => volumes),
    ({ kind, currency }) => `${kind} ${currency}`,
  ).flatMap((rows) =>
    rows.slice(0, 1).map(({ kind, currency }) => {
      const minor = rows.reduce((total, row) => total + minorOf(row.amount), 0n);
      const count = sum(rows, (row) => row.count);
      return { kind, currency, count, amount: formatAmount(minor, currency) };
    }),
  );
}

function addChecks(all: readonly Board[]): Board["checks"] {
  return grouped(
    all.flatMap(({ checks }) => checks),
    ({ check }) => check,
  ).flatMap((rows) => {
    const results = rows.map(({ holds }) => holds);
    const isOpen = results.includes(null) ? null : true;
    return rows.slice(0, 1).map(({ check }) => ({
      ...{ check, holds: results.includes(false) ? false : isOpen },
      checkedAt: earliest(rows.map(({ checkedAt }) => checkedAt)),
    }));
  });
}
