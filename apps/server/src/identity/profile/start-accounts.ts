import type { AppContext } from "../../platform/context.ts";
import { warmPasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { forgetCodes } from "../email-codes/index.ts";
import { forgetRegistrations } from "../registration/index.ts";
import { forgetPasskeyChallenges, forgetSignInChallenges } from "../second-factor/index.ts";
import { deleteEndedSessions, followEndedSessions } from "../sessions/index.ts";
import { forgetCaptchas, forgetTries } from "../sign-in/index.ts";

const FORGET_INTERVAL_MS = 60_000;

/** Starts the background work of accounts. */
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
