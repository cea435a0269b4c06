import { setTimeout as sleep } from "node:timers/promises";
import { onOwnConnection, untilAnswered } from "../faults/patient-sql.ts";
import { clockMs, type History } from "./history.ts";

const EVERY_MS = 25;
/** Share of the time, at most one in this many, that summing takes. */
const PAUSE_FACTOR = 3;

/** A connection that was lost without an answer is given up after this time. */
const CONNECTION_MS = 20_000;
const SNAPSHOTS_PER_CONNECTION = 40;

/**
 * Sums every account in one snapshot after another, while writers write, with plain SQL that calls
 * none of the product's functions. Accounts below 1000 are the program's own: they have no balance
 * row, so their balance is the sum of their transfers.
 */
const SUMS = `
  with own as (
    select a.id, a.kind,
      coalesce((select sum(amount) from ledger.transfer where credit_account = a.id), 0)
        - coalesce((select sum(amount) from ledger.transfer where debit_account = a.id), 0)
        as posted
    from ledger.account a where a.id < 1000
  ), every_account as (
    select posted, false as is_chain from ledger.balance
    union all select posted, kind = 'chain_clearing' from own
  )
  select sum(posted)::text as "all", (sum(posted) filter (where not is_chain))::text as inside
  from every_account`;

interface Reading {
  readonly history: History;
  readonly isOver: () => boolean;
  readonly phase: number;
  /** The position of the cell that is read. */
  readonly cell: number;
}

/** Records sums until the run is over. While PostgreSQL is down, there are none. */
export async function runSnapshotReader(
  url: string,
  { history, isOver, phase, cell }: Reading,
): Promise<void> {
  while (!isOver()) {
    await onOwnConnection(
      url,
      async (sql) => {
        for (let number = 0; number < SNAPSHOTS_PER_CONNECTION && !isOver(); number += 1) {
          const begun = clockMs();
          const [row] = await sql.unsafe<{ all: string; inside: string }[]>(SUMS);
          if (row !== undefined) {
            history.write({ type: "snapshot", at: clockMs(), phase, cell, ...row });
          }
          await sleep(Math.max(EVERY_MS, PAUSE_FACTOR * (clockMs() - begun)));
        }
      },
      CONNECTION_MS,
    ).catch(() => sleep(EVERY_MS));
  }
}

/** Counts the holds of an approved payment, as soon as the database can be asked. */
export function countHolds(url: string, movement: string): Promise<number> {
  return untilAnswered(url, async (sql) => {
    const [row] = await sql<{ holds: number }[]>`
      select count(*)::int as holds from ledger.hold
      where movement_id = ${movement} and state in ('open', 'captured')`;
    return row?.holds ?? 0;
  });
}

/**
 * Looks for the hold of an approved payment.
 *
 * @param urlOf returns the address of the database of a customer's cell
 */
export function openHoldWatch(urlOf: (customerId: string) => string, history: History) {
  const pending = new Set<Promise<void>>();
  async function look(url: string, movement: string): Promise<void> {
    const holds = await countHolds(url, movement);
    history.write({ type: "approval", at: clockMs(), movement, holds });
  }
  return {
    approved(movement: string, customerId: string): void {
      const work = look(urlOf(customerId), movement).finally(() => pending.delete(work));
      pending.add(work);
    },
    close: () => Promise.all(pending),
  };
}
