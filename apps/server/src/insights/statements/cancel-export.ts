import type { ReconciliationExport } from "@tessera/contract/insights/statements.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { deleteChunks } from "./chunks.repository.ts";
import type { Asker } from "./create-export.ts";
import { cancelOpenExport, findExport } from "./exports.repository.ts";
import { presentExport } from "./reconciliation.presenter.ts";

/**
 * Cancels an export that is queued or running. The server creating it stops at the next chunk.
 * Canceling an export again changes nothing.
 *
 * @throws Refusal `not_found`; `export_over` if the export has already completed, failed or expired
 */
export async function cancelExport(
  context: AppContext,
  { customerId, actor, requestId, id }: Asker & { readonly id: string | undefined },
): Promise<ReconciliationExport> {
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  const now = context.clock.now();
  const row = await inTransaction(context.db, async (tx) => {
    const canceled = await cancelOpenExport(tx, { customerId, id, now });
    if (canceled === undefined) {
      const as = await findExport(tx, customerId, id);
      if (as?.status === "cancelled") {
        return as;
      }
      throw new Refusal(as === undefined ? "not_found" : "export_over");
    }
    await deleteChunks(tx, id);
    await context.ledger.appendAudit(tx, [
      {
        action: "export.cancel",
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
  await context.events.publish(customerId, "reconciliation", { exportId: wireId("exp", id) });
  return presentExport(row, now);
}
