import { STANDING_CHECKS, type StandingCheck } from "@tessera/contract/board/board.schemas";
import type { AppContext } from "../../platform/context.ts";
import { claimChecks, firstBroken, keepResult } from "./standing-checks.repository.ts";

const EVERY_SECONDS = 120;

/** Looks whether the books hold, where no server did so lately, and keeps what came out. */
export async function runStandingChecks(context: AppContext): Promise<void> {
  if (!(await claimChecks(context.db.kysely, EVERY_SECONDS))) {
    return;
  }
  for (const check of STANDING_CHECKS) {
    try {
      await runCheck(context, check);
    } catch (error) {
      // The board tells when it was last looked at; the others must not wait for it.
      context.log.error({ err: error, check }, "a standing check could not be run");
    }
  }
}

async function runCheck(context: AppContext, name: StandingCheck): Promise<void> {
  const { clock, db, log } = context;
  const checkedAt = clock.now();
  const start = performance.now();
  const broken = await firstBroken(db.kysely, name, checkedAt);
  const durationMs = Math.round(performance.now() - start);
  if (broken !== undefined) {
    log.error({ check: name, broken }, "the books do not hold: run verify");
  }
  await keepResult(db.kysely, {
    name,
    holds: broken === undefined,
    firstBroken: broken ?? null,
    checkedAt,
    durationMs,
  });
}
