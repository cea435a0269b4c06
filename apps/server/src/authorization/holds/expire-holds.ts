import type { DueHold } from "@tessera/ledger";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { expireAuthorization } from "./release-authorization.ts";

const INTERVAL_MS = 15_000;
const PAGE_SIZE = 200;

/** Releases the authorizations whose holds have expired. Returns how many were released. */
export async function expireDueHolds(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<number> {
  const now = context.clock.now();
  const due = everyRow<DueHold>(pageSize, (after) =>
    context.ledger.dueHolds(context.db, now, pageSize, after),
  );
  let expired = 0;
  for await (const hold of due) {
    if (hold.kind !== "purchase") {
      continue;
    }
    try {
      await expireAuthorization(context, hold.movementId);
      expired += 1;
    } catch (error) {
      // A refusal means that a concurrent clearing or another server got there first. Other errors
      // are logged, so that they do not delay the remaining holds.
      if (!(error instanceof Refusal)) {
        context.log.error(
          { err: error, movementId: hold.movementId },
          "a hold could not be expired",
        );
      }
    }
  }
  return expired;
}

/** Starts the job that expires holds. */
export function startHoldExpiry(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "hold-expiry", async () => {
    await expireDueHolds(context);
  });
}
