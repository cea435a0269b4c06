import { CompiledQuery, type IsolationLevel, type Kysely } from "kysely";
import { type QueryRunner, query } from "./query-runner.ts";
import { LEDGER_CHECKS, type VerifyCheck } from "./verify-checks.ts";
import { brokenLink, brokenSeal, type SealOptions } from "./verify-seals.ts";

export interface VerifyOptions extends SealOptions {
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
      checks.push(await timed(SEALS, () => firstBrokenSeal(tx, options)));
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

async function firstBrokenSeal(
  tx: QueryRunner,
  options: VerifyOptions,
): Promise<string | undefined> {
  const { finding, newest } = await brokenLink(tx, options);
  const broken = finding ?? (await brokenSeal(tx, { from: 1n, to: newest }, options));
  return broken && JSON.stringify({ block: String(broken.block), reason: broken.reason });
}
