import type { AppContext } from "../../platform/context.ts";
import { countMovements } from "./count-movements.ts";
import { runStandingChecks } from "./run-standing-checks.ts";
import { verifySeals } from "./verify-seals.ts";

const COUNT_INTERVAL_MS = 2_000;
const CHECK_INTERVAL_MS = 15_000;
const SEALS_INTERVAL_MS = 60_000;

/** Starts the jobs that update the dashboard's counters and ledger checks. */
export function startBoard(context: AppContext): void {
  context.jobs.every(COUNT_INTERVAL_MS, "board-counters", (stopping) =>
    countMovements(context, stopping),
  );
  context.jobs.every(CHECK_INTERVAL_MS, "standing-checks", () => runStandingChecks(context));
  context.jobs.every(SEALS_INTERVAL_MS, "seal-verification", (stopping) =>
    verifySeals(context, stopping),
  );
}
