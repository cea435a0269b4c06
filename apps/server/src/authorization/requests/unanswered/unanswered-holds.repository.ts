import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import { firstIdAt, processPartOf } from "../../../platform/ids.ts";

/** A payment with an open hold. */
export interface HeldPayment {
  /** The id of both the payment's movement and its hold. */
  readonly id: string;
  /** The payment's key in the ledger if the network named it. */
  readonly clientKey: string | null;
  readonly customerId: string;
  readonly currency: CurrencyCode;
  readonly heldMinor: bigint;
  readonly merchantName: string;
  readonly last4: string | null;
  readonly expiresAt: Date;
  readonly heldAt: Date;
}

const held = sql`
  select movement.id, movement.client_key as "clientKey", movement.customer_id as "customerId",
    movement.currency, (
      select sum(held.remaining)::bigint from ledger.hold_step placed
      join ledger.hold held on held.id = placed.hold_id
      where placed.movement_id = movement.id
    ) as "heldMinor", movement.title as "merchantName",
    movement.data ->> 'last4' as last4, hold.expires_at as "expiresAt",
    movement.event_at as "heldAt"
  from ledger.movement join ledger.hold on hold.id = movement.id
  where hold.state = 'open' and movement.kind = 'purchase' and movement.parent_id is null`;

/**
 * Selects the open holds that a process has requested since a given time. They are identified by
 * the process's number in their ids. Omits holds with an open question, which are resolved through
 * that question instead.
 */
export async function selectHoldsSince(
  tx: Tx,
  { number, answeredThrough }: { readonly number: number; readonly answeredThrough: Date },
): Promise<HeldPayment[]> {
  const { rows } = await sql<HeldPayment>`${held}
    and movement.id >= ${firstIdAt(answeredThrough)}
    and substr(movement.id::text, 16, 3) = ${processPartOf(number)}
    and not exists (select from open_hold_question where movement_id = movement.id)
    order by movement.id`.execute(tx);
  return rows;
}

/** Selects a payment with its hold, or returns undefined if the hold has ended. */
export async function selectHeldPayment(tx: Tx, id: string): Promise<HeldPayment | undefined> {
  const { rows } = await sql<HeldPayment>`${held} and movement.id = ${id}`.execute(tx);
  return rows[0];
}
