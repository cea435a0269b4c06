import { setTimeout as sleep } from "node:timers/promises";
import type { BrokenSeal } from "@tessera/ledger";
import { greater, lesser } from "@tessera/money";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { readSealHead } from "../../platform/crypto/seal-head.ts";
import { knownPublicKeys } from "../../platform/crypto/sealing-key.ts";
import { defineService } from "../../platform/service.ts";
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

/** Thrown if this server lacks the public key with which a block was signed. */
class UnknownSealingKeyError extends Error {
  constructor({ block, unknownKeyId }: BrokenSeal) {
    super(
      `the signature of block ${block} cannot be verified: this server does not have the key ` +
        `${unknownKeyId}. Copy seal-keys/*.pub.pem here from a server or a backup that has it`,
    );
    this.name = "UnknownSealingKeyError";
  }
}

/** The block whose signature this server could not verify in its last run. */
const unverified = defineService("unverified seal", (): { block: bigint | undefined } => ({
  block: undefined,
}));

/**
 * Verifies the sealed log, unless a server has done so in the last 15 minutes: every link of the
 * chain, both heads, the content of the newest blocks, and the older blocks in turn. Any number of
 * servers may call this. Stores the result for the dashboard and the metrics, and emails the
 * administrators when the log is found broken.
 *
 * Each call also compares the checkpoint on this server's own disk with the chain, since no other
 * server can.
 *
 * @throws UnknownSealingKeyError if a block was signed with a key that this server does not have;
 * also in the calls between two runs, as long as that is so. A log that is unbroken apart from that
 * is stored as neither broken nor unbroken, since another server may have the key.
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
    return requireKeyOfUnverified(context);
  }
  const checkedAt = clock.now();
  const start = performance.now();
  const findings = createFindings(context);
  if ((await verifyLog(context, findings, limits, stopping)) === "stopped") {
    return;
  }
  const { broken, unknown } = findings;
  context.use(unverified).block = unknown?.block;
  if (broken !== undefined || unknown === undefined) {
    await storeResult(context, broken, {
      checkedAt,
      durationMs: Math.round(performance.now() - start),
    });
  }
  if (unknown !== undefined) {
    throw new UnknownSealingKeyError(unknown);
  }
}

/** @throws UnknownSealingKeyError if this server still cannot verify a block of its last run */
async function requireKeyOfUnverified(context: AppContext): Promise<void> {
  const state = context.use(unverified);
  if (state.block === undefined) {
    return;
  }
  const found = await verifyRange(context, { from: state.block, to: state.block });
  if (found?.unknownKeyId !== undefined) {
    throw new UnknownSealingKeyError(found);
  }
  state.block = undefined;
}

async function storeResult(
  context: AppContext,
  broken: BrokenSeal | undefined,
  { checkedAt, durationMs }: { readonly checkedAt: Date; readonly durationMs: number },
): Promise<void> {
  const finding = broken && textOf(broken);
  if (finding !== undefined) {
    context.log.error({ finding }, "the sealed log is broken: run verify");
  }
  await inTransaction(context.db, async (tx) => {
    await keepResult(tx, {
      name: "seals_unbroken",
      holds: finding === undefined,
      firstBroken: finding ?? null,
      checkedAt,
      durationMs,
    });
    if (finding === undefined) {
      await noteUnbroken(tx);
    } else if (await noteFound(tx, checkedAt)) {
      await mailBrokenSeals(context, tx);
    }
  });
}

function textOf({ block, reason }: BrokenSeal): string {
  return JSON.stringify({ block: String(block), reason });
}

/** What a run has found so far. */
interface Findings {
  /** The first finding that says the log was changed, which is the run's result. */
  readonly broken: BrokenSeal | undefined;
  /** The first block signed with a key that this server does not have. */
  readonly unknown: BrokenSeal | undefined;
  /** Adds a finding. One that is not the run's result is only logged. */
  add(finding: BrokenSeal | undefined): void;
}

function createFindings({ log }: Pick<AppContext, "log">): Findings {
  let broken: BrokenSeal | undefined;
  let unknown: BrokenSeal | undefined;
  return {
    get broken() {
      return broken;
    },
    get unknown() {
      return unknown;
    },
    add(finding) {
      if (finding?.unknownKeyId !== undefined) {
        unknown ??= finding;
      } else if (broken === undefined) {
        broken = finding;
      } else if (finding !== undefined) {
        log.error({ finding: textOf(finding) }, "the sealed log is broken in another place, too");
      }
    },
  };
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

/**
 * Verifies the heads, the chain and the content of blocks. A new finding ends the run, to be
 * reported at once. One that was reported before does not end it: otherwise nothing else would be
 * verified for as long as it stays.
 */
async function verifyLog(
  context: AppContext,
  findings: Findings,
  limits: VerificationLimits,
  stopping: AbortSignal | undefined,
): Promise<"stopped" | undefined> {
  const { db, ledger } = context;
  const isReported = (await readVerification(db.kysely)).found_at !== null;
  const isNew = () => findings.broken !== undefined && !isReported;
  findings.add(await findMissingHead(context));
  if (isNew()) {
    return undefined;
  }
  let chain = await ledger.verifySealChain(db);
  if (chain.finding !== undefined) {
    await sleep(limits.confirmMs);
    chain = await ledger.verifySealChain(db);
  }
  findings.add(chain.finding);
  if (isNew()) {
    return undefined;
  }
  return verifyContent(context, { findings, newest: chain.newest, isNew }, limits, stopping);
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

interface Run {
  readonly findings: Findings;
  readonly newest: bigint;
  /** Returns whether the run has found something that was not reported before. */
  readonly isNew: () => boolean;
}

/**
 * Verifies the content of the block that was found broken before, of the newest blocks and of the
 * next older ones, and stores how far it has come.
 */
async function verifyContent(
  context: AppContext,
  { findings, newest, isNew }: Run,
  limits: VerificationLimits,
  stopping: AbortSignal | undefined,
): Promise<"stopped" | undefined> {
  const { kysely } = context.db;
  const { broken_block: before, verified_to: verifiedTo } = await readVerification(kysely);
  let brokenBlock = before;
  if (before !== null) {
    const still = await verifyRange(context, { from: before, to: before });
    findings.add(still);
    if (still === undefined) {
      brokenBlock = null;
      await noteProgress(kysely, { broken_block: null });
    }
  }
  const verified = brokenBlock;
  for (const { isOld, ...range } of rangesOf(newest, verifiedTo, limits)) {
    if (stopping?.aborted === true) {
      return "stopped";
    }
    for (const part of without(verified, range)) {
      const found = await verifyTwice(context, part, limits, findings.unknown);
      findings.add(found);
      if (found !== undefined && found.unknownKeyId === undefined && brokenBlock === null) {
        brokenBlock = found.block;
        await noteProgress(kysely, { broken_block: found.block });
      }
      if (isNew()) {
        return undefined;
      }
    }
    await noteProgress(kysely, isOld ? { verified_to: range.to } : {});
  }
  return undefined;
}

/** Splits a range at a block that was verified already, which would hide those after it. */
function without(block: bigint | null, { from, to }: Range): readonly Range[] {
  if (block === null || block < from || block > to) {
    return [{ from, to }];
  }
  const parts = [
    { from, to: block - 1n },
    { from: block + 1n, to },
  ];
  return parts.filter((part) => part.from <= part.to);
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
 * that this server was about to learn of. A key that was confirmed to be unknown stays unknown.
 */
async function verifyTwice(
  context: AppContext,
  range: Range,
  { confirmMs }: VerificationLimits,
  unknown: BrokenSeal | undefined,
): Promise<BrokenSeal | undefined> {
  const suspected = await verifyRange(context, range);
  if (
    suspected === undefined ||
    (unknown !== undefined && suspected.unknownKeyId === unknown.unknownKeyId)
  ) {
    return suspected;
  }
  await sleep(confirmMs);
  return verifyRange(context, range);
}
