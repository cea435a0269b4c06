import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import type { Tx } from "../context.ts";

/**
 * A work queue for operators. Its entries are counted each time the dashboard is read, so the query
 * must be bounded.
 */
export interface QueueReader {
  readonly queue: BoardQueue;
  /** Returns the number of entries waiting at `now`, and when the oldest one started waiting. */
  read(tx: Tx, now: Date): Promise<{ readonly count: number; readonly oldestAt: Date | null }>;
}
