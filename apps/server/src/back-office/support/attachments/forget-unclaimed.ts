import { giveUpFiles } from "../../../adapters/files/index.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { attachmentVault } from "./attachment-vault.ts";
import { deleteUnclaimed } from "./attachments.repository.ts";

/** Deletes files that were uploaded before a given time and are not part of any message. */
export async function forgetUnclaimed(context: AppContext, before: Date): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const outside = await deleteUnclaimed(tx, before);
    await giveUpFiles(tx, outside.map(attachmentVault.keyOf), context.clock.now());
  });
}
