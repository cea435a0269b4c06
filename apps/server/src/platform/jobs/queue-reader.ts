import type { BoardQueue } from "@tessera/contract/back-office/dashboard.schemas";
import type { Tx } from "../context.ts";

/** What waits for somebody, counted when somebody looks at the board. Its query must be bounded. */
export interface QueueReader {
  readonly queue: BoardQueue;
  /** How many wait at `now`, and since when the oldest does. */
  read(tx: Tx, now: Date): Promise<{ readonly count: number; readonly oldestAt: Date | null }>;
}
