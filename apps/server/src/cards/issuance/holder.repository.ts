import { sql } from "kysely";
import type { CardHolderRow, IssuingTables } from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { SealedFacts } from "./holder-seal.ts";

/** A customer's sealed facts with their revision. */
export interface StoredHolder {
  readonly customerId: string;
  readonly revision: number;
  readonly sealed: SealedFacts;
}

function storedOf(row: CardHolderRow): StoredHolder {
  return {
    customerId: row.customer_id,
    revision: row.revision,
    sealed: {
      keyId: row.key_id,
      wrappedKey: row.wrapped_key,
      factsSealed: row.facts_sealed,
    },
  };
}

/** Selects a customer's sealed facts, or returns undefined if none were provided. */
export async function findHolderRow(tx: Tx, customerId: string): Promise<StoredHolder | undefined> {
  const row = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_holder")
    .selectAll()
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row && storedOf(row);
}

/**
 * Selects a customer's sealed facts FOR UPDATE. Serializes transactions even if there is no row
 * yet.
 */
export async function lockHolderRow(tx: Tx, customerId: string): Promise<StoredHolder | undefined> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`card_holder ${customerId}`}, 0))`.execute(tx);
  const row = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_holder")
    .selectAll()
    .where("customer_id", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
  return row && storedOf(row);
}

/** Inserts facts for a customer who had none. */
export async function insertHolder(
  tx: Tx,
  { customerId, revision, sealed }: StoredHolder,
  now: Date,
): Promise<void> {
  await tx
    .withTables<IssuingTables>()
    .insertInto("card_holder")
    .values({
      customer_id: customerId,
      key_id: sealed.keyId,
      wrapped_key: sealed.wrappedKey,
      facts_sealed: sealed.factsSealed,
      revision,
      changed_at: now,
    })
    .execute();
}

/** Replaces a customer's facts. */
export async function updateHolder(
  tx: Tx,
  { customerId, revision, sealed }: StoredHolder,
  now: Date,
): Promise<void> {
  await tx
    .withTables<IssuingTables>()
    .updateTable("card_holder")
    .set({
      key_id: sealed.keyId,
      wrapped_key: sealed.wrappedKey,
      facts_sealed: sealed.factsSealed,
      revision,
      changed_at: now,
    })
    .where("customer_id", "=", customerId)
    .execute();
}

/**
 * Selects FOR UPDATE up to `limit` cardholders whose facts were sealed with a key other than
 * `keyId`.
 */
export async function lockOlderHolders(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<StoredHolder[]> {
  const rows = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_holder")
    .selectAll()
    .where("key_id", "<>", keyId)
    .orderBy("customer_id")
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(storedOf);
}

/** Stores the same facts, sealed with a newer key. */
export async function replaceSealedFacts(tx: Tx, holders: readonly StoredHolder[]): Promise<void> {
  for (const { customerId, sealed } of holders) {
    await tx
      .withTables<IssuingTables>()
      .updateTable("card_holder")
      .set({
        key_id: sealed.keyId,
        wrapped_key: sealed.wrappedKey,
        facts_sealed: sealed.factsSealed,
      })
      .where("customer_id", "=", customerId)
      .execute();
  }
}

/** Counts the cardholders whose facts were sealed with a key other than `keyId`. */
export async function countOlderHolders(tx: Tx, keyId: string): Promise<number> {
  const { count } = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_holder")
    .select((row) => row.fn.countAll<bigint>().as("count"))
    .where("key_id", "<>", keyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
