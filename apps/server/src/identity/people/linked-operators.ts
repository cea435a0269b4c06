import type { Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { selectLinked } from "./linked-operators.repository.ts";

/**
 * Finds the operators whom an operator invited, and the operator who invited them. Since either of
 * two linked operators could control the other, they never count as two people.
 *
 * @returns the ids in `others` that are linked to `personId`
 */
export async function linkedByInvitation(
  tx: Tx,
  personId: string,
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(others.length === 0 ? [] : await selectLinked(tx, personId, others));
}

/**
 * Checks that an operator is linked to none of the others, so that they count as separate people.
 *
 * @throws Refusal `linked_by_invitation`
 */
export async function requireUnlinked(
  tx: Tx,
  personId: string,
  others: readonly string[],
): Promise<void> {
  if ((await linkedByInvitation(tx, personId, others)).size > 0) {
    throw new Refusal("linked_by_invitation");
  }
}
