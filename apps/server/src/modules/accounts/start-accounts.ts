import type { AppContext } from "../../platform/context.ts";
import { forgetCaptchas } from "./captcha.repository.ts";
import { forgetCodes } from "./mailed-codes.repository.ts";
import { warmPasswordHasher } from "./password-hasher.ts";
import { forgetRegistrations } from "./registrations.repository.ts";
import { deleteEndedSessions } from "./sessions.repository.ts";
import { followEndedSessions } from "./sessions.ts";
import { forgetFailures } from "./sign-in-failures.repository.ts";

const FORGET_INTERVAL_MS = 60_000;
const FAILURE_DAYS = 30;

/** What accounts do beside answering calls. */
export async function startAccounts(context: AppContext): Promise<void> {
  const { db, clock, jobs, keys } = context;
  await followEndedSessions(context);
  await warmPasswordHasher(keys);
  jobs.every(FORGET_INTERVAL_MS, "accounts", async () => {
    const now = clock.now();
    await forgetCaptchas(db.kysely, now);
    await forgetCodes(db.kysely, now);
    await forgetRegistrations(db.kysely, now);
    await deleteEndedSessions(db.kysely, now);
    await forgetFailures(db.kysely, new Date(now.getTime() - FAILURE_DAYS * 86_400_000));
  });
}
