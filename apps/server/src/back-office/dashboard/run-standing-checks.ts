import type { AppContext } from "../../platform/context.ts";
import {
  type ConcernedAccount,
  findConcerned,
  MOST_CONCERNED,
} from "./concerned-accounts.repository.ts";
import { mailStops } from "./mail-stops.ts";
import {
  claimChecks,
  firstBroken,
  keepResult,
  QUICK_CHECKS,
  type QuickCheck,
} from "./standing-checks.repository.ts";
import { stopAccounts } from "./stop-accounts.ts";

const EVERY_SECONDS = 120;

/**
 * Checks the ledger invariants, unless a server has checked them recently, and stores the results.
 * Stops accounts that fail a check in two consecutive snapshots, up to `most` accounts per run, and
 * emails administrators.
 */
export async function runStandingChecks(
  context: AppContext,
  most: number = MOST_CONCERNED,
): Promise<void> {
  if (!(await claimChecks(context.db.kysely, EVERY_SECONDS))) {
    return;
  }
  for (const check of QUICK_CHECKS) {
    try {
      await runCheck(context, check, most);
    } catch (error) {
      // The dashboard shows when this check last ran. A failed check must not delay the others.
      context.log.error({ err: error, check }, "a ledger check could not be run");
    }
  }
  await mailStops(context);
}

async function runCheck(context: AppContext, name: QuickCheck, most: number): Promise<void> {
  const { clock, db, log } = context;
  const checkedAt = clock.now();
  const start = performance.now();
  const suspected = await firstBroken(db.kysely, name, checkedAt);
  const durationMs = Math.round(performance.now() - start);
  const before =
    suspected === undefined ? [] : await findConcerned(db.kysely, name, checkedAt, { most });
  const broken =
    suspected === undefined ? undefined : await firstBroken(db.kysely, name, clock.now());
  if (broken !== undefined) {
    log.error({ check: name, broken }, "a ledger invariant is violated: run verify");
    await stopAccounts(context, name, await stillConcerned(context, name, before, most));
  } else if (suspected !== undefined) {
    log.warn({ check: name, suspected }, "a failed check passes in a second snapshot");
  }
  await keepResult(db.kysely, {
    name,
    holds: broken === undefined,
    firstBroken: broken ?? null,
    checkedAt,
    durationMs,
  });
}

/** Returns the accounts that still fail the check in a new snapshot. */
async function stillConcerned(
  { clock, db }: AppContext,
  name: QuickCheck,
  before: readonly ConcernedAccount[],
  most: number,
): Promise<ConcernedAccount[]> {
  const suspected = new Set(before.map(({ account }) => account));
  const now = await findConcerned(db.kysely, name, clock.now(), { most });
  return now.filter(({ account }) => suspected.has(account));
}
