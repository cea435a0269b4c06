import type { Keys } from "../../platform/crypto/keys.ts";
import type { Attempt } from "./archives.repository.ts";

/** Whose archive a key opens. */
interface Place {
  readonly id: string;
  readonly customerId: string;
}

/** The key of an archive's file under the root key. */
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

/** Wraps the key of an archive's file under the root key in force. */
export function wrapKey(keys: Keys, place: Place, dataKey: Buffer): WrappedKey {
  const { keyId } = keys;
  return { keyId, wrappedKey: keys.wrap("data-archive", dataKey, keyAad(place, keyId)) };
}

/** @throws KeyError when the key, the archive or the customer differs from the wrapping */
export function unwrapKey(keys: Keys, place: Place, { keyId, wrappedKey }: WrappedKey): Buffer {
  return keys.unwrap("data-archive", wrappedKey, keyAad(place, keyId));
}

/** Seals the piece `n` of an attempt's file. */
export function sealChunk(
  keys: Keys,
  dataKey: Buffer,
  { attempt, n, bytes }: { readonly attempt: Attempt; readonly n: number; readonly bytes: Buffer },
): Buffer {
  return keys.sealWith(dataKey, bytes, chunkAad(attempt, n));
}

/** @throws KeyError when a byte, the attempt or the piece's number differs from the sealing */
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
