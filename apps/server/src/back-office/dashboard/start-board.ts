import type { AppContext } from "../../platform/context.ts";
import { countMovements } from "./count-movements.ts";
import { runStandingChecks } from "./run-standing-checks.ts";

const COUNT_INTERVAL_MS = 2_000;
const CHECK_INTERVAL_MS = 15_000;

/** Keeps the board's counters and its checks of the books up to date while the server runs. */
export function startBoard(context: AppContext): void {
  context.jobs.every(COUNT_INTERVAL_MS, "board-counters", (stopping) =>
    countMovements(context, stopping),
  );
  context.jobs.every(CHECK_INTERVAL_MS, "standing-checks", () => runStandingChecks(context));
}
