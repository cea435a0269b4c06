import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import type { Tx } from "../context.ts";

/**
 * A queue of work for operators, counted whenever the dashboard is read. The query must be bounded.
 */
export interface QueueReader {
  readonly queue: BoardQueue;
  /** Returns the number of entries waiting at `now`, and since when the oldest has been waiting. */
  read(tx: Tx, now: Date): Promise<{ readonly count: number; readonly oldestAt: Date | null }>;
}
