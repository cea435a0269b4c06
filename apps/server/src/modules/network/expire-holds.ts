import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { expireAuthorisation } from "./release-authorisation.ts";

const INTERVAL_MS = 15_000;
const BATCH = 200;

/** Releases the authorisations whose time is over; answers how many. */
export async function expireDueHolds(context: AppContext): Promise<number> {
  const due = await context.ledger.dueHolds(context.db, context.clock.now(), BATCH);
  let expired = 0;
  for (const hold of due.filter(({ kind }) => kind === "purchase")) {
    try {
      await expireAuthorisation(context, hold.movementId);
      expired += 1;
    } catch (error) {
      // A clearing or another server was faster; anything else must not stop the holds behind it.
      if (!(error instanceof Refusal)) {
        context.log.error({ err: error, movementId: hold.movementId }, "a hold did not expire");
      }
    }
  }
  return expired;
}

/** Keeps doing so while the server runs. */
export function startHoldExpiry(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "hold-expiry", async () => {
    await expireDueHolds(context);
  });
}
