import type { ReconciliationExport } from "@tessera/contract/insights/statements.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findExport } from "./exports.repository.ts";
import { presentExport } from "./reconciliation.presenter.ts";

/**
 * Reads an export.
 *
 * @throws Refusal `not_found` if the export does not exist or belongs to another customer
 */
export async function getExport(
  context: AppContext,
  customerId: string,
  id: string | undefined,
): Promise<ReconciliationExport> {
  const row = id === undefined ? undefined : await findExport(context.db.kysely, customerId, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return presentExport(row, context.clock.now());
}
