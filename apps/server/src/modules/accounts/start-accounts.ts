import type { AppContext } from "../../platform/context.ts";
import { overBefore } from "../../platform/retention.policy.ts";
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
    await forgetTries(db.kysely, {
      failures: overBefore("signInFailures", now),
      networks: overBefore("signInNetworks", now),
    });
  });
}
