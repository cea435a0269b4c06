import type { AppContext } from "../../platform/context.ts";
import { forgetPasskeyChallenges } from "./passkeys.repository.ts";
import { forgetSignInChallenges } from "./sign-in-challenges.repository.ts";

const FORGET_INTERVAL_MS = 60_000;

/** Starts the job that purges expired challenges. */
export function startSecondFactor({ db, clock, jobs }: AppContext): void {
  jobs.every(FORGET_INTERVAL_MS, "second-factor", async () => {
    const now = clock.now();
    await forgetPasskeyChallenges(db.kysely, now);
    await forgetSignInChallenges(db.kysely, now);
  });
}
