import { RATE_SCALE } from "@tessera/money";
import { type Selectable, sql } from "kysely";
import type { OtherRates, RateSheet, UsdtRate } from "../../adapters/rates/rates-provider.ts";
import type { WalletTables } from "../../db/tables/money-movement.tables.ts";
import type { Tx } from "../../platform/context.ts";

type SheetRow = Selectable<WalletTables["rate_sheet"]>;

function asSheet(row: SheetRow): RateSheet {
  return {
    source: row.source,
    ratedAt: row.rated_at,
    perEuro: { EUR: RATE_SCALE, USD: row.usd_per_euro, CNY: row.cny_per_euro },
    ...(row.others_per_euro !== null && { others: othersOf(row.others_per_euro) }),
    ...(row.held_back_per_euro !== null && { heldBack: heldBackOf(row.held_back_per_euro) }),
  };
}

function othersOf(stored: Readonly<Record<string, string>>): OtherRates {
  return Object.fromEntries(
    Object.entries(stored).map(([code, scaled]) => [code, BigInt(scaled)] as const),
  );
}

function heldBackOf(
  stored: NonNullable<SheetRow["held_back_per_euro"]>,
): NonNullable<RateSheet["heldBack"]> {
  return Object.fromEntries(
    Object.entries(stored).map(
      ([code, { before, jumped }]) =>
        [code, { before: BigInt(before), jumped: BigInt(jumped) }] as const,
    ),
  );
}

/**
 * Reads a source's newest rate sheet, or returns undefined if there is none yet.
 *
 * @param latest the latest permitted time; sheets dated later are ignored
 */
export async function selectSheet(
  tx: Tx,
  provider: string,
  latest: Date,
): Promise<RateSheet | undefined> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("rate_sheet")
    .selectAll()
    .where("provider", "=", provider)
    .where("rated_at", "<=", latest)
    .orderBy("rated_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && asSheet(row);
}

/**
 * Reads a source's newest sheet that has a rate of a currency without a column of its own.
 *
 * @param period the times between which the sheet may be dated; any time if absent
 */
export async function selectSheetWith(
  tx: Tx,
  provider: string,
  code: string,
  period: { readonly since: Date; readonly latest: Date } | undefined,
): Promise<RateSheet | undefined> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("rate_sheet")
    .selectAll()
    .where("provider", "=", provider)
    .$if(period !== undefined, (query) =>
      query
        .where("rated_at", ">=", period?.since ?? new Date(0))
        .where("rated_at", "<=", period?.latest ?? new Date(0)),
    )
    .where(sql<boolean>`others_per_euro ? ${code}::text`)
    .orderBy("rated_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && asSheet(row);
}

/**
 * Selects a source's sheets for a period, oldest first: the last one of each day.
 *
 * @param latest the latest permitted time; sheets dated later are ignored
 */
export async function selectSheets(
  tx: Tx,
  provider: string,
  period: { readonly since: Date; readonly latest: Date },
): Promise<RateSheet[]> {
  const rows = await tx
    .withTables<WalletTables>()
    .selectFrom("rate_sheet")
    .selectAll()
    .distinctOn(sql`date_trunc('day', rated_at, 'UTC')`)
    .where("provider", "=", provider)
    .where("rated_at", ">=", period.since)
    .where("rated_at", "<=", period.latest)
    .orderBy(sql`date_trunc('day', rated_at, 'UTC')`)
    .orderBy("rated_at", "desc")
    .execute();
  return rows.map(asSheet);
}

/** Stores a sheet. If a source corrects a day's rates, the new rates replace the earlier ones. */
export async function upsertSheet(
  tx: Tx,
  kept: { provider: string; rates: RateSheet; at: Date },
): Promise<void> {
  const { rates } = kept;
  const values = {
    source: rates.source,
    usd_per_euro: rates.perEuro.USD,
    cny_per_euro: rates.perEuro.CNY,
    others_per_euro: sql<string>`${asJson(rates.others ?? {})}::text::jsonb`,
    held_back_per_euro: sql<string>`${asJson(rates.heldBack ?? {})}::text::jsonb`,
    fetched_at: kept.at,
  };
  await tx
    .withTables<WalletTables>()
    .insertInto("rate_sheet")
    .values({ provider: kept.provider, rated_at: rates.ratedAt, ...values })
    .onConflict((on) => on.columns(["provider", "rated_at"]).doUpdateSet(values))
    .execute();
}

/** Converts rates to JSON, which has no bigint. */
function asJson(rates: object): string {
  return JSON.stringify(rates, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/**
 * Reads a source's stored price of USDT, or returns undefined if there is none yet.
 *
 * @param latest the latest permitted time; a price dated later is ignored
 */
export async function selectUsdtRate(
  tx: Tx,
  provider: string,
  latest: Date,
): Promise<UsdtRate | undefined> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("usdt_rate")
    .selectAll()
    .where("provider", "=", provider)
    .where("rated_at", "<=", latest)
    .executeTakeFirst();
  return row && { source: row.source, ratedAt: row.rated_at, dollarsScaled: row.dollars_scaled };
}

/** Stores a source's price of USDT. The caller must have compared it with the stored price. */
export async function upsertUsdtRate(
  tx: Tx,
  kept: { provider: string; rates: UsdtRate; at: Date },
): Promise<void> {
  const { rates } = kept;
  const values = {
    rated_at: rates.ratedAt,
    source: rates.source,
    dollars_scaled: rates.dollarsScaled,
    fetched_at: kept.at,
  };
  await tx
    .withTables<WalletTables>()
    .insertInto("usdt_rate")
    .values({ provider: kept.provider, ...values })
    .onConflict((on) => on.column("provider").doUpdateSet(values))
    .execute();
}
