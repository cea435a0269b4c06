import { type AppContext, inTransaction } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { deleteLeftChunks } from "./chunks.repository.ts";
import { expireExports } from "./exports.repository.ts";

/** Deletes expired files and data left behind by crashed attempts. Keeps the exports' totals. */
export async function expireFiles(context: AppContext): Promise<void> {
  const expired = await inTransaction(context.db, async (tx) => {
    const over = await expireExports(tx, context.clock.now());
    await deleteLeftChunks(tx);
    return over;
  });
  for (const { id, customer_id } of expired) {
    await context.events.publish(customer_id, "reconciliation", { exportId: wireId("exp", id) });
  }
}
