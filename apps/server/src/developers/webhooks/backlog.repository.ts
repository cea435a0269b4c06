import type { Db } from "../../platform/context.ts";

/** What the webhooks have not caught up with. */
interface Backlog {
  readonly blocks: bigint;
  /** The age of the oldest block whose events were not derived; 0 if there is none. */
  readonly behindSeconds: number;
  /** Events due at endpoints that work, and not sent. */
  readonly late: bigint;
  readonly oldestSeconds: number;
}

/** The most deliveries to count per endpoint, so that a backlog does not slow down the metrics. */
const COUNTED = 1_000;

/** Reads the backlog: of blocks by the database's clock, of deliveries by the product's. */
export async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  const at = now.toISOString();
  const [row] = await db.sql<Backlog[]>`
    select blocks.count as blocks, blocks.seconds as "behindSeconds", due.count as late,
      due.seconds as "oldestSeconds"
    from (
      select count(*) as count, coalesce(
        extract(epoch from clock_timestamp() - min(s.sealed_at)), 0)::float8 as seconds
      from ledger.seal s where s.n > (select derived_to from webhook_progress)
    ) blocks, (
      select count(*) as count, coalesce(
        extract(epoch from ${at}::timestamptz - min(w.next_at)), 0)::float8 as seconds
      from webhook_endpoint e cross join lateral (
        select next_at from webhook_delivery
        where endpoint_id = e.id and status = 'waiting' and next_at <= ${at}::timestamptz
        order by next_at limit ${COUNTED}
      ) w
      where e.status = 'active' and e.failing_since is null
    ) due`;
  if (row === undefined) {
    throw new Error("the backlog of webhooks was not read");
  }
  return row;
}
