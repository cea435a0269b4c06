import type { CurrencyCode } from "@tessera/money";
import type { Db, Tx } from "../../platform/context.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import {
  type ApiKeyRow,
  type CeilingRow,
  type RevocationCause,
  tables,
} from "./api-keys.tables.ts";

/** A key as its owner sees it. */
export interface OwnKey extends ApiKeyRow {
  readonly hint: string;
  /** Until when the text that was replaced last works; null if no text was replaced. */
  readonly former_until: Date | null;
  readonly ceilings: readonly CeilingRow[];
}

export async function insertKey(
  tx: Tx,
  row: Omit<ApiKeyRow, "last_used_at" | "last_used_network" | "revoked_at" | "revoked_because">,
  ceilings: readonly Omit<CeilingRow, "key_id">[],
): Promise<void> {
  await tables(tx).insertInto("api_key").values(row).execute();
  if (ceilings.length > 0) {
    await tables(tx)
      .insertInto("api_key_ceiling")
      .values(ceilings.map((ceiling) => ({ ...ceiling, key_id: row.id })))
      .execute();
  }
}

interface NewText {
  readonly keyId: string;
  readonly tokenHash: Buffer;
  readonly hint: string;
  readonly at: Date;
}

/** Inserts a key's current text. The former one must have an end. */
export async function insertText(tx: Tx, { keyId, tokenHash, hint, at }: NewText): Promise<void> {
  await tables(tx)
    .insertInto("api_key_text")
    .values({ key_id: keyId, token_hash: tokenHash, hint, created_at: at, ends_at: null })
    .execute();
}

/** Ends a key's current text at `until`, and every former text no later than that. */
export async function endTexts(tx: Tx, keyId: string, until: Date): Promise<void> {
  await tables(tx)
    .updateTable("api_key_text")
    .set({ ends_at: until })
    .where("key_id", "=", keyId)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", until)]))
    .execute();
}

function ownKeys(tx: Tx) {
  return tables(tx)
    .selectFrom("api_key")
    .innerJoin("api_key_text as current", (join) =>
      join.onRef("current.key_id", "=", "api_key.id").on("current.ends_at", "is", null),
    )
    .selectAll("api_key")
    .select("current.hint")
    .select((eb) =>
      eb
        .selectFrom("api_key_text as former")
        .whereRef("former.key_id", "=", "api_key.id")
        .select(({ fn }) => fn.max("former.ends_at").as("until"))
        .as("former_until"),
    );
}

async function withCeilings(tx: Tx, rows: readonly Omit<OwnKey, "ceilings">[]): Promise<OwnKey[]> {
  const ids = rows.map(({ id }) => id);
  const ceilings =
    ids.length === 0
      ? []
      : await tables(tx)
          .selectFrom("api_key_ceiling")
          .selectAll()
          .where("key_id", "in", ids)
          .orderBy("currency")
          .execute();
  return rows.map((row) => ({
    ...row,
    ceilings: ceilings.filter((ceiling) => ceiling.key_id === row.id),
  }));
}

/** Selects a page of a customer's keys, newest first. */
export async function findKeysOf(
  tx: Tx,
  customerId: string,
  { after, limit }: Seek,
): Promise<OwnKey[]> {
  const [createdAt, id] = after ?? [];
  let query = ownKeys(tx).where("api_key.customer_id", "=", customerId);
  if (createdAt !== undefined && id !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple("api_key.created_at", "api_key.id"), "<", eb.tuple(new Date(createdAt), id)),
    );
  }
  const rows = await query
    .orderBy("api_key.created_at", "desc")
    .orderBy("api_key.id", "desc")
    .limit(limit)
    .execute();
  return withCeilings(tx, rows);
}

/** Finds a customer's key. */
export async function findKey(tx: Tx, customerId: string, id: string): Promise<OwnKey | undefined> {
  const rows = await ownKeys(tx)
    .where("api_key.customer_id", "=", customerId)
    .where("api_key.id", "=", id)
    .execute();
  const [key] = await withCeilings(tx, rows);
  return key;
}

/** Selects a customer's key FOR UPDATE. */
export function lockKey(tx: Tx, customerId: string, id: string): Promise<ApiKeyRow | undefined> {
  return tables(tx)
    .selectFrom("api_key")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts a customer's keys in use. The caller has locked the customer. */
export async function countKeysInUse(tx: Tx, customerId: string, now: Date): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom("api_key")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("customer_id", "=", customerId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Revocation {
  readonly at: Date;
  readonly because: RevocationCause;
}

/** Revokes a key. Returns whether it was not revoked before. */
export async function revoke(tx: Tx, id: string, { at, because }: Revocation): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable("api_key")
    .set({ revoked_at: at, revoked_because: because })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes all keys of a customer that are in use. Returns their ids. */
export async function revokeAll(
  tx: Tx,
  customerId: string,
  { at, because }: Revocation,
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .updateTable("api_key")
    .set({ revoked_at: at, revoked_because: because })
    .where("customer_id", "=", customerId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the key that has or had a text, whether or not the text still works. */
export function findKeyOfText(
  tx: Tx,
  tokenHash: Buffer,
): Promise<Pick<ApiKeyRow, "id" | "customer_id" | "name"> | undefined> {
  return tables(tx)
    .selectFrom("api_key_text as t")
    .innerJoin("api_key as k", "k.id", "t.key_id")
    .select(["k.id", "k.customer_id", "k.name"])
    .where("t.token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** A key in use, with the person on whose behalf it acts. */
export interface UsableKey {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly mode: string;
  readonly userId: string;
  readonly customerId: string;
  readonly username: string;
  readonly scopes: readonly string[];
  readonly addresses: readonly string[];
  readonly callsPerMinute: number;
  /** JSON: a list of {@link StoredCeiling}. */
  readonly ceilings: string;
}

/** A ceiling as JSON, with amounts in minor units as text. */
export interface StoredCeiling {
  readonly currency: CurrencyCode;
  readonly perCall: string;
  readonly perDay: string;
}

/** A text to look up, and the time at which it must work. */
export interface KeyLookUp {
  readonly tokenHash: Buffer;
  readonly at: Date;
}

/**
 * Finds the keys with several texts in one statement, in the order of the texts. The result is null
 * for a text that is unknown, has ended, or whose key or owner may not act.
 */
export async function findUsableKeys(
  db: Db,
  asked: readonly KeyLookUp[],
): Promise<(UsableKey | null)[]> {
  const rows = await db.sql<(UsableKey & { place: bigint })[]>`
    select wanted.place, k.id, t.token_hash as "tokenHash", k.mode, p.id as "userId",
      k.customer_id as "customerId", p.username, k.scopes, k.addresses,
      k.calls_per_minute as "callsPerMinute",
      coalesce((
        select json_agg(json_build_object('currency', c.currency,
          'perCall', c.per_call_minor::text, 'perDay', c.per_day_minor::text))
        from api_key_ceiling c where c.key_id = k.id), '[]')::text as ceilings
    from unnest(
      ${asked.map(({ tokenHash }) => tokenHash.toString("hex"))}::text[],
      ${asked.map(({ at }) => at.toISOString())}::timestamptz[]
    ) with ordinality as wanted (token_hash, at, place)
    join api_key_text t on t.token_hash = decode(wanted.token_hash, 'hex')
      and (t.ends_at is null or t.ends_at > wanted.at)
    join api_key k on k.id = t.key_id and k.revoked_at is null and k.expires_at > wanted.at
    join person p on p.id = k.person_id and p.customer_id = k.customer_id
      and p.suspended_at is null and p.removed_at is null
    join customer on customer.id = k.customer_id and customer.suspended_at is null
    where not exists (
      select from account_closing a where a.customer_id = k.customer_id and a.closed_at is not null
    )`;
  const found: (UsableKey | null)[] = asked.map(() => null);
  for (const { place, ...key } of rows) {
    found[Number(place) - 1] = key;
  }
  return found;
}
