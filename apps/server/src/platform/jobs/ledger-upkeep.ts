import { setTimeout as sleep } from "node:timers/promises";
import type { SealedBlock } from "@tessera/ledger";
import { cellRoutes } from "../cells/cell-routes.ts";
import type { AppContext } from "../context.ts";
import { keepSealHead } from "../crypto/seal-head.ts";
import { keepPublicKey, sealingKeyOf } from "../crypto/sealing-key.ts";
import { recordHead } from "../directory/head-directory.repository.ts";

const SEAL_INTERVAL_MS = 3_000;
const MONTHS_AHEAD = 3;

/** How long sealing runs and pauses. */
export interface SealingLimits {
  /** Maximum duration of one run in milliseconds, so that a backlog does not delay a shutdown. */
  readonly runMs: number;
  /** The pause after sealing part of a backlog, as a multiple of the time that sealing took. */
  readonly pauseFactor: number;
  /**
   * Maximum pause in milliseconds, since sealing may be slow because of the database rather than
   * high load.
   */
  readonly maxPauseMs: number;
}

export const SEALING_LIMITS: SealingLimits = { runMs: 2_500, pauseFactor: 9, maxPauseMs: 1_000 };

async function makePartitions({ ledger, db, clock }: AppContext): Promise<void> {
  const from = clock.now();
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + MONTHS_AHEAD);
  await ledger.ensurePartitions(db, from, to);
}

/** Waits for the specified number of milliseconds, or until the server stops. */
async function pause(pauseMs: number, stopping: AbortSignal): Promise<void> {
  await sleep(pauseMs, undefined, { signal: stopping }).catch((error: unknown) => {
    if (!stopping.aborted) {
      throw error;
    }
  });
}

/**
 * Stores the newest block on this server's disk as evidence outside the database. If this fails,
 * sealing continues, since the block is also in the database.
 */
async function keepWitness(context: AppContext, block: SealedBlock): Promise<void> {
  const { config, db, ledger, log } = context;
  try {
    const kept = await keepSealHead(config, block, (n) => ledger.sealHash(db, n));
    if (kept === "missing") {
      log.error({ block: String(block.n) }, "the chain lacks an earlier head: run verify");
    }
  } catch (error) {
    log.error({ err: error }, "the newest block could not be stored outside the database");
  }
}

/** Stores the newest block in the directory too, for `verify --cells`, if there are other cells. */
async function recordInDirectory(context: AppContext, { n, hash }: SealedBlock): Promise<void> {
  if (context.use(cellRoutes).isOnly) {
    return;
  }
  try {
    await recordHead(context.db.kysely, { cell: context.config.cell, n, hash });
  } catch (error) {
    context.log.error({ err: error }, "the newest block could not be stored in the directory");
  }
}

/**
 * Returns a function that stores blocks in the directory without waiting, one at a time and the
 * newest next, so that sealing continues while the directory does not respond.
 */
function createHeadRecorder(context: AppContext): (block: SealedBlock) => void {
  let next: SealedBlock | undefined;
  let isRecording = false;
  async function recordNewest(): Promise<void> {
    isRecording = true;
    for (let block = next; block !== undefined; block = next) {
      next = undefined;
      await recordInDirectory(context, block);
    }
    isRecording = false;
  }
  return (block) => {
    next = block;
    if (!isRecording) {
      void recordNewest();
    }
  };
}

/**
 * Starts the job that seals new commits every few seconds and creates the ledger's partitions in
 * advance. Any number of servers can run this. If two of them seal the same block, one of them does
 * nothing.
 */
export async function startLedgerUpkeep(
  context: AppContext,
  { runMs, pauseFactor, maxPauseMs }: SealingLimits = SEALING_LIMITS,
): Promise<void> {
  const { config, db, jobs, keys, ledger } = context;
  let key = sealingKeyOf(keys);
  const record = createHeadRecorder(context);
  await keepPublicKey(config, key);
  await makePartitions(context);
  jobs.every(SEAL_INTERVAL_MS, "sealing", async (stopping) => {
    const inForce = sealingKeyOf(keys);
    if (inForce.keyId !== key.keyId) {
      // Stores the public key before the first block is signed.
      await keepPublicKey(config, inForce);
      key = inForce;
    }
    const end = performance.now() + runMs;
    for (let now = performance.now(); now < end && !stopping.aborted; ) {
      const block = await ledger.seal(db, key);
      if (block === undefined) {
        return;
      }
      await keepWitness(context, block);
      record(block);
      const pauseMs = Math.min((performance.now() - now) * pauseFactor, maxPauseMs);
      await pause(pauseMs, stopping);
      now = performance.now();
    }
  });
  jobs.hourly("partitions", () => makePartitions(context));
}
