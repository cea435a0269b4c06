import type { AppContext } from "../../platform/context.ts";
import { forgetCaptchas } from "./captcha.repository.ts";
import { forgetCodes } from "./mailed-codes.repository.ts";
import { forgetPasskeyChallenges } from "./passkeys.repository.ts";
import { warmPasswordHasher } from "./password-hasher.ts";
import { forgetRegistrations } from "./registrations.repository.ts";
import { deleteEndedSessions } from "./sessions.repository.ts";
import { followEndedSessions } from "./sessions.ts";
import { forgetSignInChallenges } from "./sign-in-challenges.repository.ts";
import { forgetTries } from "./sign-in-failures.repository.ts";

const FORGET_INTERVAL_MS = 60_000;
const FAILURE_DAYS = 30;
const NETWORK_DAYS = 90;
const DAY_MS = 86_400_000;

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
    await forgetPasskeyChallenges(db.kysely, now);
    await forgetSignInChallenges(db.kysely, now);
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await forgetTries(db.kysely, {
      failures: daysAgo(FAILURE_DAYS),
      networks: daysAgo(NETWORK_DAYS),
    });
  });
}
