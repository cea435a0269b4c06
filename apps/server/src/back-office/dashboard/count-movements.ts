import type { AppContext } from "../../platform/context.ts";
import { countRound } from "./counters.repository.ts";

/**
 * Counts all committed movements that have not been counted yet. Can be run on any server at any
 * time.
 */
export async function countMovements(
  { db }: Pick<AppContext, "db">,
  stopping?: AbortSignal,
): Promise<void> {
  while (stopping?.aborted !== true && (await countRound(db))) {
    // Repeats until no uncounted movements are left.
  }
}
