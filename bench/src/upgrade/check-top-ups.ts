import type { Sql } from "postgres";
import type { AcknowledgedTopUp } from "./strict-customers.ts";

/**
 * Compares the acknowledged top-ups with the ledger, using plain SQL that shares no code with the
 * product: each must appear exactly once, completed, on the right card and for the right amount.
 *
 * @param sql connection as the owner of the database
 * @returns one sentence per fault; empty if there are no faults
 */
export async function checkTopUps(
  sql: Sql,
  topUps: readonly AcknowledgedTopUp[],
): Promise<string[]> {
  const rows = await sql<{ id: string; card: string; amount: string; status: string }[]>`
    select m.id, m.card_id as card, m.amount::text as amount, coalesce(s.status, m.status) as status
    from ledger.movement m
    left join ledger.movement_state s on s.movement_id = m.id
    where m.kind = 'card_deposit'`;
  const booked = Map.groupBy(rows, ({ id }) => id);
  return topUps.flatMap(({ movement, card, amountMinor }) => {
    const [row, ...others] = booked.get(movement) ?? [];
    if (row === undefined || others.length > 0) {
      return [`top-up ${movement} is in the ledger ${others.length} times`];
    }
    const isRight =
      row.status === "completed" &&
      row.amount === String(amountMinor) &&
      `card_${row.card}` === card;
    return isRight ? [] : [`top-up ${movement} is ${row.amount} ${row.status} on ${row.card}`];
  });
}
