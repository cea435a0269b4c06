import type { AppContext } from "../../platform/context.ts";
import { warmPasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { forgetCaptchas } from "./captcha.repository.ts";
import { forgetTries } from "./sign-in-failures.repository.ts";

const FORGET_INTERVAL_MS = 60_000;

/**
 * Prepares the password hasher, and starts the job that purges captchas and failed sign-in
 * attempts.
 */
export async function startSignIn({ db, clock, jobs, keys }: AppContext): Promise<void> {
  await warmPasswordHasher(keys);
  jobs.every(FORGET_INTERVAL_MS, "sign-in", async () => {
    const now = clock.now();
    await forgetCaptchas(db.kysely, now);
    await forgetTries(db.kysely, {
      failures: overBefore("signInFailures", now),
      networks: overBefore("signInNetworks", now),
    });
  });
}
