import { query, type Source } from "@tessera/ledger";

type KeyOwnerKind = "customer" | "operator" | "visitors" | "program";

/** The owner of a data key. */
export interface KeyOwner {
  readonly id: string;
  readonly kind: KeyOwnerKind;
}

/** A stored key. If `wrapped` is null, the key has been destroyed. */
export interface StoredKey {
  readonly ownerId: string;
  readonly keyId: string | null;
  readonly wrapped: Buffer | null;
  /** Whether the transaction that created the key has committed. */
  readonly isCommitted: boolean;
}

export type { Source };

/** Selects keys by owner. */
export function selectKeys(source: Source, ownerIds: readonly string[]): Promise<StoredKey[]> {
  return query<StoredKey>(
    source,
    `select owner_id as "ownerId", key_id as "keyId", wrapped_key as wrapped,
      made_by is distinct from pg_current_xact_id_if_assigned() as "isCommitted"
    from person_key where owner_id = any($1::uuid[])`,
    [ownerIds],
  );
}

/**
 * Inserts a key unless the owner already has one. Waits for a concurrent transaction that inserts a
 * key for the same owner.
 */
export async function insertKey(
  source: Source,
  owner: KeyOwner,
  key: { readonly keyId: string; readonly wrapped: Buffer },
): Promise<void> {
  await query(
    source,
    `insert into person_key (owner_id, owner_kind, key_id, wrapped_key)
    values ($1, $2, $3, $4) on conflict (owner_id) do nothing`,
    [owner.id, owner.kind, key.keyId, key.wrapped],
  );
}

/**
 * Destroys a key. For an owner without a key, records a destroyed key, so that no key can be
 * created for them later.
 */
export async function destroyKey(source: Source, owner: KeyOwner, at: Date): Promise<void> {
  await query(
    source,
    `insert into person_key (owner_id, owner_kind, destroyed_at) values ($1, $2, $3)
    on conflict (owner_id) do update
      set key_id = null, wrapped_key = null, destroyed_at = excluded.destroyed_at
      where person_key.destroyed_at is null`,
    [owner.id, owner.kind, at],
  );
}

/** Destroys visitor keys that were created before a cutoff. Returns how many were destroyed. */
export async function destroyVisitorKeys(
  source: Source,
  madeBefore: Date,
  at: Date,
): Promise<number> {
  const rows = await query(
    source,
    `update person_key set key_id = null, wrapped_key = null, destroyed_at = $2
    where owner_kind = 'visitors' and destroyed_at is null and created_at < $1
    returning owner_id`,
    [madeBefore, at],
  );
  return rows.length;
}

/** Finds the person who currently has a username, to identify the actor of an audit event. */
export async function findActor(source: Source, username: string): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(source, "select id from person where username = $1", [
    username,
  ]);
  return row?.id;
}

/** Counts the keys that are wrapped with a different root key. */
export async function countOlderKeys(source: Source, keyId: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    source,
    "select count(*)::int as count from person_key where key_id is not null and key_id <> $1",
    [keyId],
  );
  return row?.count ?? 0;
}

/** Locks (FOR UPDATE) and returns up to `limit` keys that are wrapped with a different root key. */
export function lockOlderKeys(
  source: Source,
  keyId: string,
  limit: number,
): Promise<{ ownerId: string; keyId: string; wrapped: Buffer }[]> {
  return query(
    source,
    `select owner_id as "ownerId", key_id as "keyId", wrapped_key as wrapped from person_key
    where key_id is not null and key_id <> $1 order by owner_id limit $2 for update`,
    [keyId, limit],
  );
}

/** Stores a data key that was rewrapped with a newer root key. */
export async function updateWrapped(
  source: Source,
  key: { readonly ownerId: string; readonly keyId: string; readonly wrapped: Buffer },
): Promise<void> {
  await query(source, "update person_key set key_id = $2, wrapped_key = $3 where owner_id = $1", [
    key.ownerId,
    key.keyId,
    key.wrapped,
  ]);
}
