import type { AppContext } from "../../platform/context.ts";
import { upsertSeenAt } from "./insight-reader.repository.ts";

/** Stores the time up to which a customer has seen alerts, capped at the current time. */
export async function markAlertsSeen(
  context: AppContext,
  customerId: string,
  until: Date,
): Promise<void> {
  const now = context.clock.now();
  await upsertSeenAt(context.db.kysely, customerId, until < now ? until : now);
}
