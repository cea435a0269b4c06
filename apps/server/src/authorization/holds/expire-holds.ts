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
    const authorizationId = authorizationOf(hold);
    if (authorizationId === undefined) {
      continue;
    }
    try {
      await expireAuthorization(context, authorizationId);
      expired += 1;
    } catch (error) {
      // A refusal means that a concurrent clearing or another server got there first. Other errors
      // are logged, so that they do not delay the remaining holds.
      if (!(error instanceof Refusal)) {
        context.log.error(
          { err: error, movementId: authorizationId },
          "a hold could not be expired",
        );
      }
    }
  }
  return expired;
}

/** Returns the payment that a hold belongs to; undefined for a hold of something else. */
function authorizationOf({ kind, movementId, parentId }: DueHold): string | undefined {
  if (kind === "purchase") {
    return movementId;
  }
  // A step places a hold of its own if its money comes from another account.
  return kind === "increment" || kind === "advice" ? (parentId ?? undefined) : undefined;
}

/** Starts the job that expires holds. */
export function startHoldExpiry(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "hold-expiry", async () => {
    await expireDueHolds(context);
  });
}
