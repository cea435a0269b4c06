import { createHash, createHmac } from "node:crypto";
import { inTransaction } from "../database/db.ts";
import type { Keys } from "./keys.ts";
import {
  countOlderKeys,
  insertKey,
  type KeyOwner,
  lockOlderKeys,
  type Source,
  type StoredKey,
  selectKeys,
  updateWrapped,
} from "./person-keys.repository.ts";
import type { SealedStore } from "./sealed-store.ts";

/** How long a server may cache a key for sealing. Opening never uses the cache. */
const CACHED_MS = 60_000;
const MAX_CACHED = 5_000;

/** The keys of people whose personal fields are stored in immutable rows. */
export interface PersonKeys {
  /**
   * Returns the owner's key for sealing, creating it if necessary, or undefined if the key was
   * destroyed or there is no root key. Because of the cache, the returned key may have been
   * destroyed up to a minute ago, in which case nobody can open what it seals.
   */
  forSealing(source: Source, owner: KeyOwner): Promise<Buffer | undefined>;
  /** Returns those of the owners' keys that still exist. Always reads them from the database. */
  forOpening(source: Source, ownerIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Drops an owner's key from this server's cache. */
  forget(ownerId: string): void;
}

function aadOf(ownerId: string, keyId: string): string {
  return `v1|${ownerId}|data-key|${keyId}`;
}

function unwrap(keys: Keys, ownerId: string, keyId: string, wrapped: Buffer): Buffer {
  return keys.unwrap("person-key", wrapped, aadOf(ownerId, keyId));
}

function wrap(keys: Keys, ownerId: string, dataKey: Buffer) {
  const { keyId } = keys;
  return { keyId, wrapped: keys.wrap("person-key", dataKey, aadOf(ownerId, keyId)) };
}

function open(keys: Keys, stored: StoredKey): Buffer | undefined {
  const { ownerId, keyId, wrapped } = stored;
  return keyId === null || wrapped === null ? undefined : unwrap(keys, ownerId, keyId, wrapped);
}

/**
 * Creates the store of people's keys, which are wrapped with the root key.
 *
 * @param rootKeys the keys derived from the root key; undefined if a command runs without a root
 * key
 */
export function createPersonKeys(
  rootKeys: () => Promise<Keys | undefined> | Keys | undefined,
): PersonKeys {
  const cached = new Map<string, { readonly key: Buffer; readonly untilMs: number }>();

  function keep(ownerId: string, key: Buffer): void {
    cached.delete(ownerId);
    for (const oldest of cached.keys()) {
      if (cached.size < MAX_CACHED) {
        break;
      }
      cached.delete(oldest);
    }
    cached.set(ownerId, { key, untilMs: performance.now() + CACHED_MS });
  }

  async function stored(keys: Keys, source: Source, owner: KeyOwner): Promise<StoredKey> {
    const [found] = await selectKeys(source, [owner.id]);
    if (found !== undefined) {
      return found;
    }
    await insertKey(source, owner, wrap(keys, owner.id, keys.newKey()));
    const [made] = await selectKeys(source, [owner.id]);
    if (made === undefined) {
      throw new Error(`the key of ${owner.kind} ${owner.id} was not stored`);
    }
    return made;
  }

  return {
    async forSealing(source, owner) {
      const known = cached.get(owner.id);
      if (known !== undefined && known.untilMs > performance.now()) {
        return known.key;
      }
      const keys = await rootKeys();
      if (keys === undefined) {
        return undefined;
      }
      const found = await stored(keys, source, owner);
      const key = open(keys, found);
      if (key !== undefined && found.isCommitted) {
        keep(owner.id, key);
      }
      return key;
    },
    async forOpening(source, ownerIds) {
      const keys = ownerIds.length === 0 ? undefined : await rootKeys();
      if (keys === undefined) {
        return new Map();
      }
      const found = await selectKeys(source, [...new Set(ownerIds)]);
      return new Map(
        found.flatMap((one) => {
          const key = open(keys, one);
          return key === undefined ? [] : [[one.ownerId, key] as const];
        }),
      );
    },
    forget: (ownerId) => void cached.delete(ownerId),
  };
}

/**
 * Returns a keyed hash of a value. The hash is the same for equal values, and meaningless once the
 * key is destroyed.
 */
export function markUnder(key: Buffer, use: string, value: string): string {
  return createHmac("sha256", key)
    .update(`v1|mark|${use}|${value}`)
    .digest("base64url")
    .slice(0, 22);
}

/** The program as a key owner. Its key is never destroyed. */
export const PROGRAM: KeyOwner = { id: "00000000-0000-4000-8000-000000000001", kind: "program" };

/**
 * Returns the key owner for visitors in a month. Visitors without an account share one key per
 * month, which is destroyed after its retention period.
 */
export function visitorsOf(at: Date): KeyOwner {
  const digest = createHash("sha256")
    .update(`visitors|${at.toISOString().slice(0, 7)}`)
    .digest("hex");
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`];
  return {
    id: `${groups.join("-")}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    kind: "visitors",
  };
}

/** People's keys as a sealed store. */
export const sealedPersonKeys: SealedStore = {
  name: "people’s keys",
  purposes: ["person-key"],
  countOlder: (db, { keyId }) => countOlderKeys(db, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderKeys(tx, keys.keyId, limit);
      for (const { ownerId, keyId, wrapped } of older) {
        const dataKey = unwrap(keys, ownerId, keyId, wrapped);
        await updateWrapped(tx, { ownerId, ...wrap(keys, ownerId, dataKey) });
        dataKey.fill(0);
      }
      return older.length;
    }),
};
