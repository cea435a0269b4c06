import type { Movement } from "@tessera/ledger";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type DeclineRecord, declineOf, recordOf } from "./decline-record.ts";

/**
 * Stores declines whose holds process `processId` is resolving. Declines that are already stored
 * remain unchanged.
 */
export async function insertQuestions(
  tx: Tx,
  processId: string,
  declines: readonly Movement[],
): Promise<void> {
  const records = JSON.stringify(declines.map(recordOf));
  await sql`
    insert into open_hold_question (movement_id, process_id, decline)
    select (record ->> 'id')::uuid, ${processId}, record
    from jsonb_array_elements(${records}::text::jsonb) record
    on conflict (movement_id) do nothing`.execute(tx);
}

/** Deletes a resolved question. Does nothing if it is not stored. */
export async function deleteQuestion(tx: Tx, movementId: string): Promise<void> {
  await sql`delete from open_hold_question where movement_id = ${movementId}`.execute(tx);
}

/** Assigns the unresolved holds of a dead process to another process; returns their declines. */
export async function adoptQuestions(
  tx: Tx,
  change: { readonly from: string; readonly to: string },
): Promise<Movement[]> {
  const { rows } = await sql<{ decline: DeclineRecord }>`
    update open_hold_question set process_id = ${change.to}
    where process_id = ${change.from} returning decline`.execute(tx);
  return rows.map(({ decline }) => declineOf(decline));
}
