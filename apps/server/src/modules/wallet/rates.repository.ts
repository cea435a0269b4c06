import { RATE_SCALE } from "@tessera/money";
import type { Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { RateSheet } from "../../providers/rates/rates-provider.ts";
import type { WalletTables } from "./wallet.tables.ts";

/** The newest sheet of a source, and when the source was last asked. */
export interface StoredRates {
  readonly sheet: RateSheet;
  readonly askedAt: Date;
  readonly failedAt: Date | null;
}

type SheetRow = Selectable<WalletTables["rate_sheet"]>;

function asSheet(row: SheetRow): RateSheet {
  return {
    source: row.source,
    ratedAt: row.rated_at,
    perEuro: { EUR: RATE_SCALE, USD: row.usd_per_euro, CNY: row.cny_per_euro },
  };
}

/** What is known of a source; undefined before it first answered. */
export async function selectRates(tx: Tx, provider: string): Promise<StoredRates | undefined> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("rate_sheet as sheet")
    .innerJoin("rate_source as asked", "asked.provider", "sheet.provider")
    .selectAll("sheet")
    .select(["asked.asked_at", "asked.failed_at"])
    .where("sheet.provider", "=", provider)
    .orderBy("sheet.rated_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { sheet: asSheet(row), askedAt: row.asked_at, failedAt: row.failed_at };
}

/** When a source was last asked, whether or not it ever answered. */
export async function selectLastAsked(tx: Tx, provider: string): Promise<Date | undefined> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("rate_source")
    .select("asked_at")
    .where("provider", "=", provider)
    .executeTakeFirst();
  return row?.asked_at;
}

/** Notes that a source was asked at `at`, and whether it failed. */
export async function upsertAsked(
  tx: Tx,
  asked: { provider: string; at: Date; failed: boolean },
): Promise<void> {
  const failedAt = asked.failed ? asked.at : null;
  await tx
    .withTables<WalletTables>()
    .insertInto("rate_source")
    .values({ provider: asked.provider, asked_at: asked.at, failed_at: failedAt })
    .onConflict((on) =>
      on.column("provider").doUpdateSet({ asked_at: asked.at, failed_at: failedAt }),
    )
    .execute();
}

/** Keeps a sheet; a source that corrects a day's rates replaces that day's. */
export async function upsertSheet(
  tx: Tx,
  kept: { provider: string; sheet: RateSheet; at: Date },
): Promise<void> {
  const { sheet } = kept;
  const values = {
    source: sheet.source,
    usd_per_euro: sheet.perEuro.USD,
    cny_per_euro: sheet.perEuro.CNY,
    fetched_at: kept.at,
  };
  await tx
    .withTables<WalletTables>()
    .insertInto("rate_sheet")
    .values({ provider: kept.provider, rated_at: sheet.ratedAt, ...values })
    .onConflict((on) => on.columns(["provider", "rated_at"]).doUpdateSet(values))
    .execute();
}
