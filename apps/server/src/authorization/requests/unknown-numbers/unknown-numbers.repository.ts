import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";

/**
 * Attempts with unknown numbers under one BIN. The BIN is null for numbers outside the program's
 * own BINs.
 */
export interface BinTries {
  readonly bin: string | null;
  readonly tries: number;
}

/** Many attempts with unknown numbers under one BIN within minutes. */
export interface NumberBurst extends BinTries {
  readonly beganAt: Date;
  readonly lastAt: Date;
}

/**
 * Counts unknown numbers in the minute that contains `at`, each under the longest program BIN that
 * it begins with.
 *
 * @param heads the first eight digits of each number
 * @returns the counted attempts per BIN, ordered by BIN
 */
export async function addUnknownNumbers(
  tx: Tx,
  heads: readonly string[],
  at: Date,
): Promise<BinTries[]> {
  const { rows } = await sql<BinTries>`
    with tried as (
      select (
        select bin from card_segment where head like bin || '%' order by length(bin) desc limit 1
      ) as bin
      from unnest(${[...heads]}::text[]) as head
    ), counted as (
      select bin, count(*) as tries from tried group by bin order by bin nulls first
    ), added as (
      insert into unknown_number_try (bin, minute, tries)
      select bin, date_trunc('minute', ${at}::timestamptz), tries from counted
      on conflict (bin, minute) do update set tries = unknown_number_try.tries + excluded.tries
    )
    select bin, tries::int as tries from counted`.execute(tx);
  return rows;
}

/** Sums a BIN's attempts in the minutes after a point in time. */
export async function sumUnknownNumbers(tx: Tx, bin: string | null, after: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select coalesce(sum(tries), 0)::int as tries from unknown_number_try
    where bin is not distinct from ${bin}::text and minute > ${after}`.execute(tx);
  return rows[0]?.tries ?? 0;
}

/** Inserts a burst. Returns false if the BIN already has one. */
export async function insertBurst(tx: Tx, { bin, tries, ...at }: NumberBurst): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into unknown_number_burst (bin, began_at, last_at, tries)
    values (${bin}, ${at.beganAt}, ${at.lastAt}, ${tries}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Selects a BIN's latest burst FOR UPDATE. */
export async function lockBurst(tx: Tx, bin: string | null): Promise<NumberBurst | undefined> {
  const { rows } = await sql<NumberBurst>`
    select bin, tries::int as tries, began_at as "beganAt", last_at as "lastAt"
    from unknown_number_burst where bin is not distinct from ${bin}::text for update`.execute(tx);
  return rows[0];
}

export async function updateBurst(tx: Tx, { bin, tries, ...at }: NumberBurst): Promise<void> {
  await sql`
    update unknown_number_burst
    set began_at = ${at.beganAt}, last_at = ${at.lastAt}, tries = ${tries}
    where bin is not distinct from ${bin}::text`.execute(tx);
}

/** Lists bursts that had attempts after a point in time, newest first. */
export async function listBursts(tx: Tx, after: Date): Promise<NumberBurst[]> {
  const { rows } = await sql<NumberBurst>`
    select bin, tries::int as tries, began_at as "beganAt", last_at as "lastAt"
    from unknown_number_burst where last_at > ${after} order by last_at desc, bin`.execute(tx);
  return rows;
}

/** Deletes the counts for minutes before a point in time. */
export async function deleteUnknownNumbers(tx: Tx, before: Date): Promise<void> {
  await sql`delete from unknown_number_try where minute < ${before}`.execute(tx);
}
