import type { Tx } from "../../platform/context.ts";
import { deleteFailures, deleteTotp, replaceRecoveryCodes } from "./factors.repository.ts";
import { deletePasskeysOf } from "./lost-factors.repository.ts";

/** Deletes every second factor and recovery code of a permanently removed person. */
export async function deleteFactorsOf(tx: Tx, personId: string): Promise<void> {
  await deleteTotp(tx, personId);
  await deletePasskeysOf(tx, personId);
  await replaceRecoveryCodes(tx, personId, []);
  await deleteFailures(tx, personId);
}
