import type { WalletTables } from "../../db/tables/money-movement.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { DatedValues, RateFault } from "./rate-bounds.policy.ts";

/** The stored state of fetches from a source. */
export interface SourceRow {
  readonly asked_at: Date;
  readonly failed_at: Date | null;
  readonly fault: RateFault | null;
  readonly held_back: DatedValues | null;
}

interface StoredValues {
  readonly ratedAt: string;
  readonly values: readonly string[];
}

function asRow(
  row:
    | { asked_at: Date; failed_at: Date | null; fault: RateFault | null; held_back: unknown }
    | undefined,
): SourceRow | undefined {
  if (row === undefined) {
    return undefined;
  }
  const stored = row.held_back as StoredValues | null;
  const heldBack = stored && {
    ratedAt: new Date(stored.ratedAt),
    values: stored.values.map(BigInt),
  };
  return { ...row, held_back: heldBack };
}

/**
 * Reads when a source was last fetched, and the result. Returns undefined if it was never fetched.
 */
export async function selectSource(tx: Tx, provider: string): Promise<SourceRow | undefined> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("rate_source")
    .select(["asked_at", "failed_at", "fault", "held_back"])
    .where("provider", "=", provider)
    .executeTakeFirst();
  return asRow(row);
}

/** Selects a source's row FOR UPDATE, inserting it first if it is missing. */
export async function lockSource(
  tx: Tx,
  asked: { readonly provider: string; readonly at: Date },
): Promise<SourceRow> {
  await tx
    .withTables<WalletTables>()
    .insertInto("rate_source")
    .values({ provider: asked.provider, asked_at: asked.at, failed_at: null })
    .onConflict((on) => on.column("provider").doNothing())
    .execute();
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("rate_source")
    .select(["asked_at", "failed_at", "fault", "held_back"])
    .where("provider", "=", asked.provider)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const found = asRow(row);
  if (found === undefined) {
    throw new Error(`the row of the rate source ${asked.provider} does not exist`);
  }
  return found;
}

/** Records when a source was fetched, whether the fetch failed, and which rates are held back. */
export async function upsertSource(
  tx: Tx,
  asked: {
    readonly provider: string;
    readonly at: Date;
    readonly failed: boolean;
    readonly fault: RateFault | null;
    readonly heldBack: DatedValues | null;
  },
): Promise<void> {
  const { heldBack } = asked;
  const values = {
    asked_at: asked.at,
    failed_at: asked.failed ? asked.at : null,
    fault: asked.fault,
    held_back: heldBack && {
      ratedAt: heldBack.ratedAt.toISOString(),
      values: heldBack.values.map(String),
    },
  };
  await tx
    .withTables<WalletTables>()
    .insertInto("rate_source")
    .values({ provider: asked.provider, ...values })
    .onConflict((on) => on.column("provider").doUpdateSet(values))
    .execute();
}
