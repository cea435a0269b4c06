import { type KeyObject, verify as verifySignature } from "node:crypto";
import { CompiledQuery, type IsolationLevel, type Kysely } from "kysely";
import { type QueryRunner, query, type Source } from "./query-runner.ts";
import { sealMessage } from "./seal.ts";

export interface SealOptions {
  /** Ed25519 public keys by `keyId`. Without a key, signatures are not verified. */
  readonly publicKeys?: Readonly<Record<string, KeyObject>>;
  /**
   * The newest checkpoint kept outside the database, which reveals whether the end of the chain was
   * removed.
   */
  readonly expectedHead?: { readonly n: bigint; readonly hash: string };
}

/** A block that is not what was sealed, and why. */
export interface BrokenSeal {
  readonly block: bigint;
  readonly reason: string;
  /**
   * The key that signed the block, if its public half is not among those given. The rows are then
   * what was sealed, and only the signature could not be verified.
   */
  readonly unknownKeyId?: string;
}

/** The blocks `from` to `to`, both included. */
export interface BlockRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** The first break of the chain, if there is one, and the number of the newest block. */
export interface CheckedChain {
  readonly finding: BrokenSeal | undefined;
  /** Zero if nothing was ever sealed. */
  readonly newest: bigint;
}

interface Link {
  n: bigint;
  to_xid: bigint;
  hash: Uint8Array;
}

interface ReadBlock {
  n: bigint;
  hash: Uint8Array;
  rows: bigint;
  key_id: string;
  signature: Uint8Array;
  rows_now: bigint;
  hash_now: Uint8Array;
}

const SNAPSHOT: IsolationLevel = "repeatable read";
/** Reading this many links takes less than a second, so that no statement runs for long. */
const LINKS_AT_ONCE = 100_000;
/** A full block takes about 20 ms. */
const BLOCKS_AT_ONCE = 50;

/**
 * Checks in one snapshot that every block follows the one before it, and that both checkpoints, the
 * one in the database and the one kept outside, are blocks of this chain. Reads no sealed rows, so
 * it takes about a second for 500,000 blocks.
 */
export function verifySealChain<Schema>(
  db: { readonly kysely: Pick<Kysely<Schema>, "transaction"> },
  options: Pick<SealOptions, "expectedHead"> = {},
): Promise<CheckedChain> {
  return inSnapshot(db, (tx) => brokenLink(tx, options));
}

/**
 * Hashes the rows of some blocks again and verifies their signatures, in one snapshot. Sealed rows
 * never change, so a long range can be verified in several calls.
 *
 * @returns the first block that is not what was sealed; if there is none, the first one signed with
 * an unknown key
 */
export function verifySealedBlocks<Schema>(
  db: { readonly kysely: Pick<Kysely<Schema>, "transaction"> },
  range: BlockRange,
  options: Pick<SealOptions, "publicKeys"> = {},
): Promise<BrokenSeal | undefined> {
  return inSnapshot(db, (tx) => brokenSeal(tx, range, options));
}

/** Reads in one snapshot, with more time for each statement than a request has. */
function inSnapshot<Schema, T>(
  db: { readonly kysely: Pick<Kysely<Schema>, "transaction"> },
  read: (tx: QueryRunner) => Promise<T>,
): Promise<T> {
  return db.kysely
    .transaction()
    .setIsolationLevel(SNAPSHOT)
    .setAccessMode("read only")
    .execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw("set local statement_timeout = '60s'"));
      return read(tx);
    });
}

/** Like {@link verifySealChain}, in the caller's snapshot. */
export async function brokenLink(
  tx: QueryRunner,
  { expectedHead }: Pick<SealOptions, "expectedHead">,
): Promise<CheckedChain> {
  const { newest, broken } = await lastLink(tx);
  if (broken !== undefined) {
    const [last] = await query<{ n: bigint }>(tx, NEWEST_BLOCK, []);
    return { finding: broken, newest: last?.n ?? 0n };
  }
  const n = newest?.n ?? 0n;
  const [recorded] = await query<{ n: bigint; hash: Uint8Array }>(
    tx,
    "select n, hash from ledger.seal_head where cell = 1",
    [],
  );
  if (recorded?.n !== newest?.n || hexOf(recorded) !== hexOf(newest)) {
    const reason = "the recorded head is not the newest block";
    return { finding: { block: recorded?.n ?? n, reason }, newest: n };
  }
  const kept = expectedHead && (await sealHash(tx, expectedHead.n));
  if (expectedHead !== undefined && kept !== expectedHead.hash) {
    const reason = "the head kept elsewhere is missing";
    return { finding: { block: expectedHead.n, reason }, newest: n };
  }
  return { finding: undefined, newest: n };
}

/** Follows the chain from its first block to the newest, or to the first broken link. */
async function lastLink(
  tx: QueryRunner,
): Promise<{ readonly newest: Link | undefined; readonly broken: BrokenSeal | undefined }> {
  let newest: Link | undefined;
  for (;;) {
    const [broken] = await query<{ n: bigint; is_gap: boolean }>(tx, FIRST_BROKEN_LINK, [
      newest?.n ?? 0n,
      newest?.to_xid ?? 0n,
      newest?.hash ?? null,
      LINKS_AT_ONCE,
    ]);
    const [last] = await query<Link>(tx, LAST_LINK, [newest?.n ?? 0n, LINKS_AT_ONCE]);
    if (broken !== undefined) {
      const reason = broken.is_gap
        ? "it does not follow the block before it"
        : "it is chained to another block";
      return { newest, broken: { block: broken.n, reason } };
    }
    if (last === undefined) {
      return { newest, broken: undefined };
    }
    newest = last;
  }
}

/** The blocks after $1, of which block $1 ended at $2 and has the hash $3. */
const FIRST_BROKEN_LINK = `
  select n, is_gap from (
    select n, prev_hash <> coalesce(lag(hash) over w, $3::bytea, sha256('tessera')) as is_other,
      n <> coalesce(lag(n) over w, $1::bigint) + 1
        or from_xid <> coalesce(lag(to_xid) over w, $2::bigint) as is_gap
    from (
      select n, from_xid, to_xid, prev_hash, hash from ledger.seal
      where n > $1::bigint order by n limit $4::int
    ) chunk window w as (order by n)
  ) link where is_gap or is_other order by n limit 1`;

const LAST_LINK = `
  select n, to_xid, hash from (
    select n, to_xid, hash from ledger.seal where n > $1::bigint order by n limit $2::int
  ) chunk order by n desc limit 1`;

const NEWEST_BLOCK = "select n from ledger.seal order by n desc limit 1";

/** Returns the hash of a block in hex, or `undefined` if the chain has no such block. */
export async function sealHash(source: Source, n: bigint): Promise<string | undefined> {
  const [kept] = await query<{ hash: Uint8Array }>(
    source,
    "select hash from ledger.seal where n = $1::bigint",
    [n],
  );
  return hexOf(kept);
}

/** Like {@link verifySealedBlocks}, in the caller's snapshot. */
export async function brokenSeal(
  tx: QueryRunner,
  { from, to }: BlockRange,
  options: Pick<SealOptions, "publicKeys">,
): Promise<BrokenSeal | undefined> {
  const step = BigInt(BLOCKS_AT_ONCE);
  let unknown: BrokenSeal | undefined;
  for (let first = from; first <= to; first += step) {
    const last = first + step - 1n < to ? first + step - 1n : to;
    const blocks = await query<ReadBlock>(
      tx,
      `select s.n, s.hash, s.rows, s.key_id, s.signature, h.rows as rows_now, h.hash as hash_now
      from ledger.seal s
      cross join lateral ledger.hash_block(s.from_xid, s.to_xid, s.prev_hash) h
      where s.n between $1::bigint and $2::bigint order by s.n`,
      [first, last],
    );
    for (const block of blocks) {
      const found = findingOf(block, options);
      if (found !== undefined && found.unknownKeyId === undefined) {
        return found;
      }
      unknown ??= found;
    }
  }
  return unknown;
}

/** Compares the rows first: they can be compared whether or not the key is known. */
function findingOf(
  { n: block, key_id: keyId, ...read }: ReadBlock,
  { publicKeys }: Pick<SealOptions, "publicKeys">,
): BrokenSeal | undefined {
  if (read.rows_now !== read.rows) {
    return { block, reason: `it was sealed over ${read.rows} rows and there are ${read.rows_now}` };
  }
  if (hexOf({ hash: read.hash_now }) !== hexOf(read)) {
    return { block, reason: "a row in it is not what was sealed" };
  }
  if (publicKeys === undefined) {
    return undefined;
  }
  const key = publicKeys[keyId];
  if (key === undefined) {
    return { block, reason: `it is signed with an unknown key ${keyId}`, unknownKeyId: keyId };
  }
  return verifySignature(null, sealMessage(block, read.hash), key, read.signature)
    ? undefined
    : { block, reason: "its signature is wrong" };
}

function hexOf(seal: { readonly hash: Uint8Array } | undefined): string | undefined {
  return seal && Buffer.from(seal.hash).toString("hex");
}
