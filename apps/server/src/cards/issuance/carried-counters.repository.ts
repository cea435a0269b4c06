import type { Guard } from "@tessera/ledger";
import { sql } from "kysely";
import type { SpendingWindows } from "../../authorization/decision/index.ts";
import type { Tx } from "../../platform/context.ts";

/** A card and its replacement. */
interface Succession {
  readonly customerId: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Adds a card's counters to its replacement's, so that rules that count payments continue counting
 * and their limits do not start over. The current day and month are carried over in the ledger
 * instead, and the counters for single-use and merchant-locked cards are left out because they do
 * not count spending. Payment decisions depend on these counters, so the revision is incremented to
 * make servers reload them.
 */
export async function carryCounters(
  tx: Tx,
  { customerId, from, to }: Succession,
  { day, month }: SpendingWindows,
): Promise<void> {
  await sql`
    insert into risk_counter_base (subject, time_window, amount, count)
    select ${to}::uuid, time_window, sum(amount), sum(count) from (
      select time_window, amount, count from ledger.counter
      where subject = ${from} and time_window not in (${day}, ${month}, 'uses', 'lock')
      union all
      select time_window, amount, count from risk_counter_base where subject = ${from}
    ) counted
    group by time_window
    having sum(amount) > 0 or sum(count) > 0`.execute(tx);
  await sql`
    update customer set risk_revision = risk_revision + 1
    where id = ${customerId} and risk_revision > 0`.execute(tx);
}

/**
 * Returns the new card's initial counters: the old card's counters for the current day and month.
 */
export async function carriedGuards(
  tx: Tx,
  { from, to }: Omit<Succession, "customerId">,
  { day, month }: SpendingWindows,
): Promise<Guard[]> {
  const { rows } = await sql<{ window: string; amountMinor: bigint; count: number }>`
    select time_window as "window", amount as "amountMinor", count::int as count
    from ledger.counter
    where subject = ${from} and time_window in (${day}, ${month}) and (amount > 0 or count > 0)
    order by time_window`.execute(tx);
  return rows.map((counted) => ({ subject: to, ...counted }));
}
