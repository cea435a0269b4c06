import { setTimeout as sleep } from "node:timers/promises";
import { openPatientSql } from "../faults/patient-sql.ts";
import { clockMs, type History } from "./history.ts";

const EVERY_MS = 25;
/** Share of the time, at most one in this many, that summing takes. */
const PAUSE_FACTOR = 3;

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
}

/** Records sums until the run is over. While PostgreSQL is down, there are none. */
export async function runSnapshotReader(
  url: string,
  { history, isOver, phase }: Reading,
): Promise<void> {
  const sql = openPatientSql(url, 1);
  try {
    while (!isOver()) {
      const begun = clockMs();
      const rows = await sql.unsafe<{ all: string; inside: string }[]>(SUMS).catch(() => undefined);
      const [row] = rows ?? [];
      if (row !== undefined) {
        history.write({ type: "snapshot", at: clockMs(), phase, ...row });
      }
      await sleep(Math.max(EVERY_MS, PAUSE_FACTOR * (clockMs() - begun)));
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Looks for the hold of an approved payment, as soon as the database can be asked. */
export function openHoldWatch(url: string, history: History) {
  const sql = openPatientSql(url, 2);
  const pending = new Set<Promise<void>>();
  async function look(movement: string): Promise<void> {
    for (;;) {
      const rows = await sql<{ holds: number }[]>`
        select count(*)::int as holds from ledger.hold
        where movement_id = ${movement} and state in ('open', 'captured')`.catch(() => undefined);
      const [row] = rows ?? [];
      if (row !== undefined) {
        history.write({ type: "approval", at: clockMs(), movement, holds: row.holds });
        return;
      }
      await sleep(100);
    }
  }
  return {
    approved(movement: string): void {
      const work = look(movement).finally(() => pending.delete(work));
      pending.add(work);
    },
    async close(): Promise<void> {
      await Promise.all(pending);
      await sql.end({ timeout: 1 });
    },
  };
}
