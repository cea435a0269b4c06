import type { AppContext } from "../../platform/context.ts";
import { upsertSeenAt } from "./insight-reader.repository.ts";

/** Notes until when a customer has looked at alerts; what is yet to come, nobody has seen. */
export async function markAlertsSeen(
  context: AppContext,
  customerId: string,
  until: Date,
): Promise<void> {
  const now = context.clock.now();
  await upsertSeenAt(context.db.kysely, customerId, until < now ? until : now);
}
