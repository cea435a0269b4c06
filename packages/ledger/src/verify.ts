import { type KeyObject, verify as verifySignature } from "node:crypto";
import { CompiledQuery, type IsolationLevel, type Kysely } from "kysely";
import { type QueryRunner, query } from "./query-runner.ts";
import { sealMessage } from "./seal.ts";
import { LEDGER_CHECKS, type VerifyCheck } from "./verify-checks.ts";

export interface VerifyOptions {
  /** Ed25519 public keys by `keyId`. Without a key, signatures are not verified. */
  readonly publicKeys?: Readonly<Record<string, KeyObject>>;
  /**
   * The newest checkpoint kept outside the database, which reveals whether the end of the chain was
   * removed.
   */
  readonly expectedHead?: { readonly n: bigint; readonly hash: string };
  /** Invariants of other modules, such as "charges match their quotes". */
  readonly extraChecks?: readonly VerifyCheck[];
}

export interface CheckReport {
  readonly name: string;
  readonly holds: boolean;
  /** The first violating row, as JSON. */
  readonly firstBroken?: string;
  readonly durationMs: number;
}

export interface VerifyReport {
  readonly holds: boolean;
  readonly movements: bigint;
  readonly transfers: bigint;
  readonly sealedBlocks: bigint;
  readonly checks: readonly CheckReport[];
}

interface SealRow {
  n: bigint;
  from_xid: bigint;
  to_xid: bigint;
  rows: bigint;
  prev_hash: Uint8Array;
  hash: Uint8Array;
  key_id: string;
  signature: Uint8Array;
}

const SNAPSHOT: IsolationLevel = "repeatable read";
const SEALS = "the seals are unbroken";

/**
 * Recomputes every ledger invariant in one snapshot, while traffic continues, and returns the first
 * violating row for each.
 */
export async function verify<Schema>(
  db: { readonly kysely: Pick<Kysely<Schema>, "transaction"> },
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  return db.kysely
    .transaction()
    .setIsolationLevel(SNAPSHOT)
    .setAccessMode("read only")
    .execute(async (tx) => {
      await prepareSession(tx);
      const checks: CheckReport[] = [];
      for (const check of [...LEDGER_CHECKS, ...(options.extraChecks ?? [])]) {
        checks.push(await timed(check.name, () => firstRow(tx, check.sql)));
      }
      checks.push(await timed(SEALS, () => brokenSeal(tx, options)));
      const [counts] = await query<{ movements: bigint; transfers: bigint; blocks: bigint }>(
        tx,
        `select (select count(*) from ledger.movement) as movements,
           (select count(*) from ledger.transfer) as transfers,
           (select count(*) from ledger.seal) as blocks`,
        [],
      );
      return {
        holds: checks.every(({ holds }) => holds),
        movements: counts?.movements ?? 0n,
        transfers: counts?.transfers ?? 0n,
        sealedBlocks: counts?.blocks ?? 0n,
        checks,
      };
    });
}

/**
 * Raises the session's limits: checking a million movements takes longer than a request may take,
 * and sorting is faster in memory.
 */
async function prepareSession(tx: QueryRunner): Promise<void> {
  for (const setting of ["statement_timeout = 0", "work_mem = '128MB'"]) {
    await tx.executeQuery(CompiledQuery.raw(`set local ${setting}`));
  }
}

async function timed(name: string, check: () => Promise<string | undefined>): Promise<CheckReport> {
  const start = performance.now();
  const firstBroken = await check();
  const durationMs = Math.round(performance.now() - start);
  return firstBroken === undefined
    ? { name, holds: true, durationMs }
    : { name, holds: false, firstBroken, durationMs };
}

async function firstRow(tx: QueryRunner, sql: string): Promise<string | undefined> {
  const [row] = await query<{ row: string }>(
    tx,
    `select to_jsonb(broken)::text as row from (${sql}) broken limit 1`,
    [],
  );
  return row?.row;
}

async function brokenSeal(tx: QueryRunner, options: VerifyOptions): Promise<string | undefined> {
  const seals = await query<SealRow>(tx, "select * from ledger.seal order by n", []);
  let previous: SealRow | undefined;
  for (const seal of seals) {
    const reason = await reasonAgainst(tx, seal, previous, options);
    if (reason !== undefined) {
      return JSON.stringify({ block: String(seal.n), reason });
    }
    previous = seal;
  }
  const [recorded] = await query<Pick<SealRow, "n" | "hash">>(
    tx,
    "select n, hash from ledger.seal_head where cell = 1",
    [],
  );
  if (recorded?.n !== previous?.n || hexOf(recorded) !== hexOf(previous)) {
    const block = String(recorded?.n ?? previous?.n);
    return JSON.stringify({ block, reason: "the recorded head is not the newest block" });
  }
  const head = options.expectedHead;
  const kept = head && seals.find(({ n }) => n === head.n);
  if (head !== undefined && (kept === undefined || hex(kept.hash) !== head.hash)) {
    return JSON.stringify({ block: String(head.n), reason: "the head kept elsewhere is missing" });
  }
  return undefined;
}

async function reasonAgainst(
  tx: QueryRunner,
  seal: SealRow,
  previous: SealRow | undefined,
  options: VerifyOptions,
): Promise<string | undefined> {
  if (seal.n !== (previous?.n ?? 0n) + 1n || seal.from_xid !== (previous?.to_xid ?? 0n)) {
    return "it does not follow the block before it";
  }
  if (previous !== undefined && hex(seal.prev_hash) !== hex(previous.hash)) {
    return "it is chained to another block";
  }
  const key = options.publicKeys?.[seal.key_id];
  if (options.publicKeys !== undefined) {
    if (key === undefined) {
      return `it is signed with an unknown key ${seal.key_id}`;
    }
    if (!verifySignature(null, sealMessage(seal.n, seal.hash), key, seal.signature)) {
      return "its signature is wrong";
    }
  }
  const [now] = await query<{ rows: bigint; hash: Uint8Array }>(
    tx,
    "select * from ledger.hash_block($1, $2, $3)",
    [seal.from_xid, seal.to_xid, seal.prev_hash],
  );
  if (now === undefined || now.rows !== seal.rows) {
    return `it was sealed over ${seal.rows} rows and there are ${now?.rows ?? 0n}`;
  }
  return hex(now.hash) === hex(seal.hash) ? undefined : "a row in it is not what was sealed";
}

function hexOf(seal: Pick<SealRow, "hash"> | undefined): string | undefined {
  return seal && hex(seal.hash);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
