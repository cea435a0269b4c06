import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import type { Tx } from "../context.ts";

/**
 * A queue of work for people, counted whenever the dashboard is read. Its query must be bounded.
 */
export interface QueueReader {
  readonly queue: BoardQueue;
  /** Counts the entries that wait at `now`, and returns the age of the oldest. */
  read(tx: Tx, now: Date): Promise<{ readonly count: number; readonly oldestAt: Date | null }>;
}
