import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { DamagedBackupError } from "./damaged-backup-error.ts";

/** The parameters for deriving a key from a passphrase, and the prefix of the chunks' nonces. */
export interface SealingTerms {
  readonly salt: Buffer;
  readonly noncePrefix: Buffer;
  /** The base-2 logarithm of scrypt's cost. */
  readonly costLog: number;
}

const SALT_BYTES = 16;
const PREFIX_BYTES = 8;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1_024;
/**
 * The base-2 logarithm of the scrypt cost that OWASP recommends: 128 MiB and about half a second
 * per guess.
 */
const COST_LOG = 17;
const BLOCK_SIZE = 8;

export function newSealingTerms(): SealingTerms {
  return {
    salt: randomBytes(SALT_BYTES),
    noncePrefix: randomBytes(PREFIX_BYTES),
    costLog: COST_LOG,
  };
}

/** Derives an AES-256 key from a passphrase. */
export function keyOfPassphrase(passphrase: string, terms: SealingTerms): Promise<Buffer> {
  const N = 2 ** terms.costLog;
  const options = { N, r: BLOCK_SIZE, p: 1, maxmem: 256 * N * BLOCK_SIZE };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), terms.salt, 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function nonceOf({ noncePrefix }: SealingTerms, chunk: number): Buffer {
  const nonce = Buffer.alloc(PREFIX_BYTES + 4);
  noncePrefix.copy(nonce);
  nonce.writeUInt32BE(chunk, PREFIX_BYTES);
  return nonce;
}

/** Yields chunks of exactly {@link CHUNK_BYTES}, and then a last chunk of at most that size. */
async function* inChunks(
  source: AsyncIterable<Buffer>,
  chunkBytes: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }, void> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    kept = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
    // Holds back a full chunk until another byte arrives, so that the last chunk can be recognized.
    while (kept.length > chunkBytes) {
      yield { chunk: kept.subarray(0, chunkBytes), isLast: false };
      kept = kept.subarray(chunkBytes);
    }
  }
  yield { chunk: kept, isLast: true };
}

/** Returns the AAD for a chunk: the file's first line, and whether the chunk is the last one. */
function aadOf(firstLine: string, isLast: boolean): Buffer {
  return Buffer.from(`${firstLine}${isLast ? "last" : "more"}`);
}

/**
 * Seals a stream with AES-256-GCM, chunk by chunk, so that reordered or missing chunks are
 * detected.
 */
export async function* sealStream(
  source: AsyncIterable<Buffer>,
  key: Buffer,
  terms: SealingTerms,
  firstLine: string,
): AsyncGenerator<Buffer, void> {
  let place = 0;
  for await (const { chunk, isLast } of inChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(terms, place));
    cipher.setAAD(aadOf(firstLine, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    place += 1;
  }
}

/**
 * Opens a stream sealed by {@link sealStream}.
 *
 * @throws DamagedBackupError if the passphrase is wrong or a byte was changed
 */
export async function* openStream(
  source: AsyncIterable<Buffer>,
  key: Buffer,
  terms: SealingTerms,
  firstLine: string,
): AsyncGenerator<Buffer, void> {
  let place = 0;
  for await (const { chunk, isLast } of inChunks(source, CHUNK_BYTES + TAG_BYTES)) {
    yield openChunk(chunk, key, nonceOf(terms, place), aadOf(firstLine, isLast), place);
    place += 1;
  }
}

function openChunk(chunk: Buffer, key: Buffer, nonce: Buffer, aad: Buffer, place: number): Buffer {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(aad);
    decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES));
    const body = chunk.subarray(0, chunk.length - TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (error) {
    throw new DamagedBackupError(
      place === 0 ? "the passphrase is another one" : "a part of it was changed or is missing",
      error,
    );
  }
}
