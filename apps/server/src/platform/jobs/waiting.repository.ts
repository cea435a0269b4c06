import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import { type RawBuilder, sql } from "kysely";
import type { QueueReader } from "./queue-reader.ts";

/** Since when each of those that wait does. */
type WaitingSince = RawBuilder<{ readonly since: Date }>;

/**
 * A queue for the board, counted by a query.
 *
 * @param waiting one row, `since`, for each that waits at `now`; it must be bounded
 */
export function queueOf(queue: BoardQueue, waiting: (now: Date) => WaitingSince): QueueReader {
  return {
    queue,
    read: async (tx, now) => {
      const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
        select count(*)::int as count, min(one.since) as "oldestAt"
        from (${waiting(now)}) one`.execute(tx);
      return rows[0] ?? { count: 0, oldestAt: null };
    },
  };
}
