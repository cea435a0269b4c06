import type { DataArchive } from "@tessera/contract/identity/my-data.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findArchive } from "./archives.repository.ts";
import { presentArchive } from "./my-data.presenter.ts";

/**
 * Reads a customer's archive.
 *
 * @throws Refusal `not_found`, also for another customer's archive
 */
export async function getArchive(
  context: AppContext,
  customerId: string,
  id: string | undefined,
): Promise<DataArchive> {
  const row = id === undefined ? undefined : await findArchive(context.db.kysely, customerId, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return presentArchive(row, context.clock.now());
}
