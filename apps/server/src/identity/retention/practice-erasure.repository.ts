import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** Erases a customer's simulations from the simulator's database. Returns how many were erased. */
export async function erasePractice(
  practice: Tx,
  asked: { readonly customerId: string; readonly now: Date; readonly passwordHash: string },
): Promise<number> {
  const { customerId, now, passwordHash } = asked;
  const { rows } = await sql<{ count: number }>`
    select erase_practice(${customerId}, ${now}, ${passwordHash}) as count`.execute(practice);
  return rows[0]?.count ?? 0;
}
