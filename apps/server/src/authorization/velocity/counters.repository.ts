import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { CounterRange, CounterReading } from "../decision/index.ts";

/** Separators between the fields of a counter and between counters; no field contains them. */
const [FIELD, ROW] = [" ", "\n"];

/**
 * Reads many ranges of counters in one statement, in the order requested, each sorted by name. The
 * usage from before the counters were created is read here only for merchants. For windows, it is
 * stored with the strategies.
 *
 * All ranges are sent and returned as a single string, because a payment with many strategies needs
 * a dozen ranges, and the driver's handling of rows and arrays would account for most of the cost.
 */
export async function findCounters(
  tx: Tx,
  ranges: readonly CounterRange[],
): Promise<CounterReading[][]> {
  const found = ranges.map(() => new Map<string, CounterReading>());
  if (ranges.length === 0) {
    return [];
  }
  const texts = [
    ranges.map(({ subject }) => subject).join(FIELD),
    ranges.map(({ from }) => from).join(FIELD),
    ranges.map(({ to }) => to).join(FIELD),
  ];
  const { rows } = await sql<{ readonly counters: string | null }>`
    select string_agg(concat_ws(${FIELD}::text, wanted.place, one.time_window, one.amount,
      one.count, one.is_base), ${ROW}::text order by wanted.place, one.time_window) as counters
    from unnest(
      string_to_array(${texts[0]}, ${FIELD}::text)::uuid[],
      string_to_array(${texts[1]}, ${FIELD}::text),
      string_to_array(${texts[2]}, ${FIELD}::text)
    ) with ordinality as wanted (subject, first, last, place)
    cross join lateral (
      select time_window, amount, count, 0 as is_base from ledger.counter
      where subject = wanted.subject and time_window between wanted.first and wanted.last
      union all
      select time_window, amount, count, 1 from risk_counter_base
      where wanted.first like 'seen:%' and subject = wanted.subject
        and time_window between wanted.first and wanted.last
    ) one`.execute(tx);
  const text = rows[0]?.counters ?? null;
  for (const row of text === null ? [] : text.split(ROW)) {
    const [place, counter = "", amount = "0", count = "0", isBase] = row.split(FIELD);
    takeReading(found[Number(place) - 1], counter, BigInt(amount), BigInt(count), isBase === "1");
  }
  return found.map((range) => [...range.values()]);
}

function takeReading(
  range: Map<string, CounterReading> | undefined,
  counter: string,
  amount: bigint,
  count: bigint,
  isBase: boolean,
): void {
  const other = range?.get(counter);
  range?.set(counter, {
    counter,
    amountMinor: isBase ? (other?.amountMinor ?? 0n) : amount,
    count: isBase ? (other?.count ?? 0n) : count,
    baseAmountMinor: isBase ? amount : (other?.baseAmountMinor ?? 0n),
    baseCount: isBase ? count : (other?.baseCount ?? 0n),
  });
}

/**
 * Makes a transaction that has not read anything yet REPEATABLE READ, so that it reads from one
 * snapshot.
 */
export async function readOneMoment(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
}

/** The value that a counter should have, including all past payments. */
export interface CounterBase {
  readonly subject: string;
  readonly counter: string;
  readonly amountMinor: bigint;
  readonly count: bigint;
}

/**
 * Stores, for each counter, how far it is below the value that it should have. A negative
 * difference is stored as zero.
 */
export async function replaceBases(tx: Tx, bases: readonly CounterBase[]): Promise<void> {
  if (bases.length === 0) {
    return;
  }
  const once = new Map(bases.map((base) => [`${base.subject} ${base.counter}`, base]));
  const all = [...once.values()];
  await sql`
    insert into risk_counter_base (subject, time_window, amount, count)
    select wanted.subject, wanted.time_window,
      greatest(wanted.amount - coalesce(counter.amount, 0), 0),
      greatest(wanted.count - coalesce(counter.count, 0), 0)
    from unnest(
      ${all.map(({ subject }) => subject)}::uuid[], ${all.map(({ counter }) => counter)}::text[],
      ${all.map(({ amountMinor }) => amountMinor.toString())}::text[]::bigint[],
      ${all.map(({ count }) => count.toString())}::text[]::bigint[]
    ) as wanted (subject, time_window, amount, count)
    left join ledger.counter counter on counter.subject = wanted.subject
      and counter.time_window = wanted.time_window
    on conflict (subject, time_window)
      do update set amount = excluded.amount, count = excluded.count`.execute(tx);
}
