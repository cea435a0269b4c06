import type { Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { lockMandate } from "./mandates.repository.ts";
import type { MandateRow } from "./mandates.tables.ts";

/** One of the caller's mandates; undefined if the given id is not a mandate's. */
export interface NamedMandate {
  readonly session: Session;
  readonly id: string | undefined;
}

/**
 * Locks one of the caller's mandates. Software only reaches what it proposed itself.
 *
 * @throws Refusal `not_found`, `mandate_of_another`
 */
export async function takeMandate(tx: Tx, { session, id }: NamedMandate): Promise<MandateRow> {
  const row = id === undefined ? undefined : await lockMandate(tx, id, session.customerId);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  if (session.key !== undefined && row.key_id !== session.key.id) {
    throw new Refusal("mandate_of_another");
  }
  return row;
}

/**
 * Checks that a mandate still waits for a decision, with the terms that the caller has seen.
 *
 * @throws Refusal `mandate_decided`, `mandate_changed`
 */
export function requireUndecided(row: MandateRow, revision: number, now: Date): void {
  if (row.status !== "proposed" || row.until <= now) {
    throw new Refusal("mandate_decided");
  }
  if (row.revision !== revision) {
    throw new Refusal("mandate_changed", { internal: `revision ${revision} of ${row.revision}` });
  }
}
