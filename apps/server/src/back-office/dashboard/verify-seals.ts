import { setTimeout as sleep } from "node:timers/promises";
import type { BrokenSeal } from "@tessera/ledger";
import { greater, lesser } from "@tessera/money";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { readSealHead } from "../../platform/crypto/seal-head.ts";
import { knownPublicKeys } from "../../platform/crypto/sealing-key.ts";
import { mailBrokenSeals } from "./mail-broken-seals.ts";
import {
  claimVerification,
  forgetMissing,
  noteFound,
  noteMissing,
  noteProgress,
  noteUnbroken,
  readVerification,
} from "./seal-verification.repository.ts";
import { keepResult } from "./standing-checks.repository.ts";

export interface VerificationLimits {
  readonly everySeconds: number;
  /** The newest blocks, which every run verifies. */
  readonly newest: bigint;
  /** The least number of older blocks that a run verifies in turn. */
  readonly older: bigint;
  /** The number of runs in which all older blocks are verified, however many there are. */
  readonly rounds: bigint;
  /** Blocks per transaction. */
  readonly atOnce: bigint;
  /** Time after which a finding is confirmed, in milliseconds. */
  readonly confirmMs: number;
}

/**
 * 672 runs of 15 minutes are a week. A server learns of a new root key within a second, so a block
 * that it signed is confirmed after three.
 */
const LIMITS: VerificationLimits = {
  everySeconds: 900,
  newest: 5_000n,
  older: 5_000n,
  rounds: 672n,
  atOnce: 250n,
  confirmMs: 3_000,
};

/**
 * Verifies the sealed log, unless a server has done so in the last 15 minutes: every link of the
 * chain, both heads, the content of the newest blocks, and the older blocks in turn. Any number of
 * servers may call this. Stores the result for the dashboard and the metrics, and emails the
 * administrators when the log is found broken.
 *
 * Each call also compares the checkpoint on this server's own disk with the chain, since no other
 * server can.
 */
export async function verifySeals(
  context: AppContext,
  stopping?: AbortSignal,
  limits: VerificationLimits = LIMITS,
): Promise<void> {
  const { clock, db } = context;
  const isHeadMissing = await noteOwnHead(context);
  const isClaimed = await claimVerification(db.kysely, isHeadMissing ? 0 : limits.everySeconds);
  if (!isClaimed) {
    return;
  }
  const checkedAt = clock.now();
  const start = performance.now();
  const found = await findBroken(context, limits, stopping);
  if (found === "stopped") {
    return;
  }
  const finding = found && JSON.stringify({ block: String(found.block), reason: found.reason });
  if (finding !== undefined) {
    context.log.error({ finding }, "the sealed log is broken: run verify");
  }
  await inTransaction(db, async (tx) => {
    await keepResult(tx, {
      name: "seals_unbroken",
      holds: finding === undefined,
      firstBroken: finding ?? null,
      checkedAt,
      durationMs: Math.round(performance.now() - start),
    });
    if (finding === undefined) {
      await noteUnbroken(tx);
    } else if (await noteFound(tx, checkedAt)) {
      await mailBrokenSeals(context, tx);
    }
  });
}

/**
 * Stores the checkpoint on this server's disk if the chain no longer contains it, so that every
 * server's runs report it.
 *
 * @returns whether the log has just been found broken
 */
async function noteOwnHead({ config, db, ledger }: AppContext): Promise<boolean> {
  const head = await readSealHead(config);
  if (head === undefined || (await ledger.sealHash(db, head.n)) === head.hash) {
    return false;
  }
  await noteMissing(db.kysely, head);
  return (await readVerification(db.kysely)).found_at === null;
}

type Found = BrokenSeal | "stopped" | undefined;

/** Returns the first break that is still there when it is looked at again. */
async function findBroken(
  context: AppContext,
  limits: VerificationLimits,
  stopping: AbortSignal | undefined,
): Promise<Found> {
  const missing = await findMissingHead(context);
  if (missing !== undefined) {
    return missing;
  }
  const { db, ledger } = context;
  const { finding, newest } = await ledger.verifySealChain(db);
  if (finding !== undefined) {
    await sleep(limits.confirmMs);
    const again = await ledger.verifySealChain(db);
    return again.finding;
  }
  return findBrokenBlock(context, newest, limits, stopping);
}

async function findMissingHead({ db, ledger }: AppContext): Promise<BrokenSeal | undefined> {
  const { missing_block: n, missing_hash: hash } = await readVerification(db.kysely);
  if (n === null) {
    return undefined;
  }
  if ((await ledger.sealHash(db, n)) === hash) {
    await forgetMissing(db.kysely);
    return undefined;
  }
  return { block: n, reason: "the head kept elsewhere is missing" };
}

/**
 * Verifies the content of the block that was found broken before, of the newest blocks and of the
 * next older ones, and stores how far it has come.
 */
async function findBrokenBlock(
  context: AppContext,
  newest: bigint,
  limits: VerificationLimits,
  stopping: AbortSignal | undefined,
): Promise<Found> {
  const { kysely } = context.db;
  const { broken_block: before, verified_to: verifiedTo } = await readVerification(kysely);
  if (before !== null) {
    const still = await verifyRange(context, { from: before, to: before });
    if (still !== undefined) {
      return still;
    }
    await noteProgress(kysely, { broken_block: null });
  }
  for (const { isOld, ...range } of rangesOf(newest, verifiedTo, limits)) {
    if (stopping?.aborted === true) {
      return "stopped";
    }
    const found = await verifyTwice(context, range, limits);
    if (found !== undefined) {
      await noteProgress(kysely, { broken_block: found.block });
      return found;
    }
    await noteProgress(kysely, isOld ? { verified_to: range.to } : {});
  }
  return undefined;
}

/**
 * Yields what a run verifies, a few blocks at a time: first the newest blocks, then the older ones
 * that follow those of the last run. After the last of the older blocks come the first ones again.
 */
function* rangesOf(
  newest: bigint,
  verifiedTo: bigint,
  { newest: newestCount, older, rounds, atOnce }: VerificationLimits,
): Generator<Range & { readonly isOld: boolean }> {
  const lastOld = newest > newestCount ? newest - newestCount : 0n;
  for (let from = lastOld + 1n; from <= newest; from += atOnce) {
    yield { from, to: lesser(from + atOnce - 1n, newest), isOld: false };
  }
  const count = greater(older, lastOld / rounds + 1n);
  const first = verifiedTo < lastOld ? verifiedTo + 1n : 1n;
  const last = lesser(first + count - 1n, lastOld);
  for (let from = first; from <= last; from += atOnce) {
    yield { from, to: lesser(from + atOnce - 1n, last), isOld: true };
  }
}

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

async function verifyRange(context: AppContext, range: Range): Promise<BrokenSeal | undefined> {
  const { config, db, keys, ledger } = context;
  const publicKeys = await knownPublicKeys(config, keys);
  return ledger.verifySealedBlocks(db, range, { publicKeys });
}

/**
 * Verifies blocks, and a finding once more a moment later: a block may have been signed with a key
 * that this server was about to learn of.
 */
async function verifyTwice(
  context: AppContext,
  range: Range,
  { confirmMs }: VerificationLimits,
): Promise<BrokenSeal | undefined> {
  const suspected = await verifyRange(context, range);
  if (suspected === undefined) {
    return undefined;
  }
  await sleep(confirmMs);
  return verifyRange(context, range);
}
