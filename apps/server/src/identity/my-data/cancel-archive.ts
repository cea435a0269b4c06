import type { DataArchive } from "@tessera/contract/identity/my-data.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { deleteLeftChunks } from "./archive-chunks.repository.ts";
import { cancelOpenArchive, findArchive } from "./archives.repository.ts";
import { presentArchive } from "./my-data.presenter.ts";
import type { ArchiveOwner } from "./request-archive.ts";

/**
 * Cancels an archive that is queued or in progress. The server that is creating it stops at the
 * next piece. Canceling twice changes nothing.
 *
 * @throws Refusal `not_found`; `archive_over` if the archive has already ended in another way
 */
export async function cancelArchive(
  context: AppContext,
  { customerId, actor, requestId, id }: ArchiveOwner & { readonly id: string | undefined },
): Promise<DataArchive> {
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  const now = context.clock.now();
  const row = await inTransaction(context.db, async (tx) => {
    const canceled = await cancelOpenArchive(tx, { customerId, id, now });
    if (canceled === undefined) {
      const found = await findArchive(tx, customerId, id);
      if (found?.status === "cancelled") {
        return found;
      }
      throw new Refusal(found === undefined ? "not_found" : "archive_over");
    }
    await deleteLeftChunks(tx, customerId);
    await context.ledger.appendAudit(tx, [
      {
        action: "my_data.cancel",
        actor,
        customerId,
        object: id,
        outcome: "ok",
        requestId,
        data: {},
      },
    ]);
    return canceled;
  });
  await context.events.publish(customerId, "my_data", { archiveId: wireId("arc", id) });
  return presentArchive(row, now);
}
