import type { AppContext } from "../../platform/context.ts";
import { countRound } from "./counters.repository.ts";

/** Counts all committed movements that are not counted yet; safe to run anywhere, at any time. */
export async function countMovements(
  { db }: Pick<AppContext, "db">,
  stopping?: AbortSignal,
): Promise<void> {
  while (stopping?.aborted !== true && (await countRound(db))) {
    // Repeats while movements are waiting to be counted.
  }
}
