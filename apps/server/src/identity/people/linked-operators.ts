import type { Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { selectLinked } from "./people.repository.ts";

/**
 * Finds the operators whom an operator invited, and the one who invited them. Either of such a pair
 * could control the other, so the two never count as two people.
 *
 * @returns those of `others` who are linked to `personId`
 */
export async function linkedByInvitation(
  tx: Tx,
  personId: string,
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(others.length === 0 ? [] : await selectLinked(tx, personId, others));
}

/**
 * Checks that an operator counts as a separate person from the given others.
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
