import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import type { Tx } from "../context.ts";

/**
 * A work queue for operators, whose entries are counted each time the dashboard is read. The query
 * must be bounded.
 */
export interface QueueReader {
  readonly queue: BoardQueue;
  /**
   * Returns the number of entries waiting at `now`, and the time at which the oldest one started
   * waiting.
   */
  read(tx: Tx, now: Date): Promise<{ readonly count: number; readonly oldestAt: Date | null }>;
}
