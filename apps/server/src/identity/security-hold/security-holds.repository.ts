import { sql } from "kysely";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** A security hold on a customer, set by a “not me” link. */
export interface SecurityHold {
  readonly id: string;
  readonly beganAt: Date;
}

export function findSecurityHold(tx: Tx, customerId: string): Promise<SecurityHold | undefined> {
  return tables(tx)
    .selectFrom("security_hold")
    .select(["id", "began_at as beganAt"])
    .where("customer_id", "=", customerId)
    .where("lifted_at", "is", null)
    .executeTakeFirst();
}

/**
 * Finds a customer's lifted hold. Returns undefined if the hold is still open or belongs to another
 * customer.
 */
export async function findLiftedHold(
  tx: Tx,
  { id, customerId }: { readonly id: string; readonly customerId: string },
): Promise<{ readonly by: string; readonly at: Date } | undefined> {
  const row = await tables(tx)
    .selectFrom("security_hold")
    .select(["lifted_by as by", "lifted_at as at"])
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  const { by = null, at = null } = row ?? {};
  return by === null || at === null ? undefined : { by, at };
}

/** The dashboard queue of customers who reported “not me” and are waiting for a call. */
export const securityHoldsQueue = queueOf(
  "stopped",
  () => sql`select began_at as since from security_hold where lifted_at is null`,
);

/** Locks the customer. This serializes setting a hold with everything that a hold blocks. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<void> {
  await tables(tx)
    .selectFrom("customer")
    .select("id")
    .where("id", "=", customerId)
    .forNoKeyUpdate()
    .execute();
}

export async function insertSecurityHold(
  tx: Tx,
  hold: {
    readonly id: string;
    readonly customerId: string;
    readonly aboutId: string;
    readonly beganAt: Date;
  },
): Promise<void> {
  await tables(tx)
    .insertInto("security_hold")
    .values({
      id: hold.id,
      customer_id: hold.customerId,
      about_id: hold.aboutId,
      began_at: hold.beganAt,
      lifted_at: null,
      lifted_by: null,
      lift_reason: null,
    })
    .execute();
}

export async function endSecurityHold(
  tx: Tx,
  id: string,
  lift: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<void> {
  await tables(tx)
    .updateTable("security_hold")
    .set({ lifted_at: lift.at, lifted_by: lift.by, lift_reason: lift.reason })
    .where("id", "=", id)
    .execute();
}
