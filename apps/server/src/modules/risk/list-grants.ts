import type { Grant } from "@tessera/contract/risk/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { presentGrant } from "./grants.presenter.ts";
import { listGrantRows } from "./grants.repository.ts";

/** What a customer allowed lately, newest first. */
export async function listGrants(context: AppContext, customerId: string): Promise<Grant[]> {
  const now = context.clock.now();
  const rows = await listGrantRows(context.db.kysely, customerId);
  return rows.map((row) => presentGrant(row, now));
}
