import { type AppContext, inTransaction } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { deleteLeftChunks } from "./archive-chunks.repository.ts";
import { expireArchives } from "./archives.repository.ts";

/** Deletes the files of expired archives and the pieces left behind by failed servers. */
export async function deleteOldArchives(context: AppContext): Promise<void> {
  const expired = await inTransaction(context.db, async (tx) => {
    const over = await expireArchives(tx, { now: context.clock.now() });
    await deleteLeftChunks(tx);
    return over;
  });
  for (const { id, customer_id: customerId } of expired) {
    await context.events.publish(customerId, "my_data", { archiveId: wireId("arc", id) });
  }
}
