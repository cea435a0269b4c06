import type { Keys } from "../../platform/crypto/keys.ts";
import type { Attempt } from "./archives.repository.ts";

/** An archive and its customer. The wrapped key is bound to both. */
interface Place {
  readonly id: string;
  readonly customerId: string;
}

/** The data key for an archive's file, wrapped with the root key. */
export interface WrappedKey {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
}

function keyAad({ id, customerId }: Place, keyId: string): string {
  return `v1|${id}|${customerId}|data-key|${keyId}`;
}

function chunkAad({ id, attempt }: Attempt, n: number): string {
  return `data-archive|${id}|${attempt}|${n}`;
}

/** Wraps the data key for an archive's file with the current root key. */
export function wrapKey(keys: Keys, place: Place, dataKey: Buffer): WrappedKey {
  const { keyId } = keys;
  return { keyId, wrappedKey: keys.wrap("data-archive", dataKey, keyAad(place, keyId)) };
}

/**
 * Unwraps the data key for an archive's file.
 *
 * @throws KeyError if the key was wrapped with another root key, or for another archive or customer
 */
export function unwrapKey(keys: Keys, place: Place, { keyId, wrappedKey }: WrappedKey): Buffer {
  return keys.unwrap("data-archive", wrappedKey, keyAad(place, keyId));
}

/** Encrypts piece `n` of the file that an attempt creates. */
export function sealChunk(
  keys: Keys,
  dataKey: Buffer,
  { attempt, n, bytes }: { readonly attempt: Attempt; readonly n: number; readonly bytes: Buffer },
): Buffer {
  return keys.sealWith(dataKey, bytes, chunkAad(attempt, n));
}

/**
 * Decrypts a piece.
 *
 * @throws KeyError if a byte was changed, or if the piece belongs to another attempt or position
 */
export function openChunk(
  keys: Keys,
  dataKey: Buffer,
  {
    attempt,
    n,
    sealed,
  }: { readonly attempt: Attempt; readonly n: number; readonly sealed: Buffer },
): Buffer {
  return keys.openWith(dataKey, sealed, chunkAad(attempt, n));
}
