import type { AppContext, Tx } from "../../platform/context.ts";
import { deleteSignInChallenges } from "../second-factor/index.ts";
import { endSessionsOf } from "../sessions/index.ts";

/**
 * Ends an operator's sessions and pending sign-ins, in the transaction that changed their row. A
 * concurrent sign-in either commits first, in which case its session is ended here, or waits and
 * then reads the changed row.
 *
 * @returns the function to call after the commit, which ends the operator's event streams
 */
export async function endOperatorAccess(
  context: AppContext,
  tx: Tx,
  personId: string,
): Promise<() => Promise<void>> {
  await deleteSignInChallenges(tx, personId);
  return endSessionsOf(context, tx, { people: [personId], customerId: personId });
}
