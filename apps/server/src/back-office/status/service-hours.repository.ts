import type { ServiceState } from "@tessera/contract/back-office/status.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { MeasuredDay } from "./service-states.policy.ts";

/** The states of the offered components in one minute. */
export interface ServiceMinute {
  /** The full minute. */
  readonly at: Date;
  readonly components: readonly string[];
  readonly states: readonly ServiceState[];
}

/**
 * Adds a minute to the counts for its hour, unless a server has already added that minute or a
 * later one.
 */
export async function addMinute(tx: Tx, { at, components, states }: ServiceMinute): Promise<void> {
  await sql`
    insert into service_hour as old (component, hour, measured, degraded, down, last_minute)
    select component, date_trunc('hour', ${at}::timestamptz, 'UTC'), 1,
      (state = 'degraded')::int, (state = 'down')::int, ${at}
    from unnest(${[...components]}::text[], ${[...states]}::text[]) as one (component, state)
    order by component
    on conflict (component, hour) do update
      set measured = old.measured + 1, degraded = old.degraded + excluded.degraded,
        down = old.down + excluded.down, last_minute = excluded.last_minute
      where old.last_minute < excluded.last_minute`.execute(tx);
}

/** Sums the minutes by component and UTC day. Days are numbered from `since`. */
export async function selectDays(tx: Tx, since: Date): Promise<MeasuredDay[]> {
  const { rows } = await sql<MeasuredDay>`
    select component,
      (hour at time zone 'UTC')::date - (${since}::timestamptz at time zone 'UTC')::date as day,
      sum(measured)::int as measured, sum(down)::int as down
    from service_hour where hour >= ${since} group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

/** Deletes the hours before a given time. */
export async function deleteHours(tx: Tx, before: Date): Promise<void> {
  await sql`delete from service_hour where hour < ${before}`.execute(tx);
}

/**
 * Counts the payments since a given time, up to the latest 5,000, and how many of them timed out.
 */
export async function countPayments(
  tx: Tx,
  since: Date,
): Promise<{ readonly asked: number; readonly timedOut: number }> {
  const { rows } = await sql<{ asked: number; timedOut: number }>`
    select count(*)::int as asked,
      (count(*) filter (where decline = 'system_timeout'))::int as "timedOut"
    from (
      select data ->> 'declineCode' as decline from ledger.movement
      where id >= ledger.uuid_floor(${since}::timestamptz) and kind = 'purchase'
        and parent_id is null
      order by id desc limit 5000
    ) one`.execute(tx);
  return rows[0] ?? { asked: 0, timedOut: 0 };
}
