import type { AppContext } from "../../platform/context.ts";
import { forgetCodes } from "./mailed-codes.repository.ts";

const FORGET_INTERVAL_MS = 60_000;

/** Starts the job that purges expired codes. */
export function startEmailCodes({ db, clock, jobs }: AppContext): void {
  jobs.every(FORGET_INTERVAL_MS, "email-codes", () => forgetCodes(db.kysely, clock.now()));
}
