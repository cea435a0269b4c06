import type { AccessLossHandler } from "../../identity/operators/index.ts";
import { insertEvent, unassignBreaksOf } from "./breaks.repository.ts";

const DECIDING: ReadonlySet<string | null> = new Set(["reviewer", "administrator"]);

/** Assigns the breaks of an operator who may no longer explain them to nobody. */
export const unassignBreaks: AccessLossHandler = async (context, tx, former, by) => {
  if (DECIDING.has(former.role)) {
    return;
  }
  const at = context.clock.now();
  for (const breakId of await unassignBreaksOf(tx, former.username)) {
    await insertEvent(tx, { breakId, event: "unassigned", actor: by.actor, note: null, at });
  }
};
