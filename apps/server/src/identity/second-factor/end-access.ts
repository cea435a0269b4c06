import type { AppContext, Tx } from "../../platform/context.ts";
import { endSessionsOf } from "../sessions/index.ts";
import { deleteFailures, deleteTotp, replaceRecoveryCodes } from "./factors.repository.ts";
import { deletePasskeysOf } from "./lost-factors.repository.ts";
import { deleteSignInChallenges } from "./sign-in-challenges.repository.ts";

/**
 * Ends an operator's sessions and pending sign-ins, in the transaction that changed their row. A
 * concurrent sign-in either commits earlier and is ended here, or waits and reads the new row.
 *
 * @returns what to call after the commit to end the operator's event streams
 */
export async function endOperatorAccess(
  context: AppContext,
  tx: Tx,
  personId: string,
): Promise<() => Promise<void>> {
  await deleteSignInChallenges(tx, personId);
  return endSessionsOf(context, tx, { people: [personId], customerId: personId });
}

/** Deletes every second factor and recovery code of a person who is removed permanently. */
export async function deleteFactorsOf(tx: Tx, personId: string): Promise<void> {
  await deleteTotp(tx, personId);
  await deletePasskeysOf(tx, personId);
  await replaceRecoveryCodes(tx, personId, []);
  await deleteFailures(tx, personId);
}
