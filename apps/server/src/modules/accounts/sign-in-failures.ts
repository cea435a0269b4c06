import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { delayAfter } from "./sign-in-delay.policy.ts";
import { clearFailures, countFailure, findFailures } from "./sign-in-failures.repository.ts";

function nameHash({ keys }: AppContext, name: string): Buffer {
  return keys.hmac("sign-in-name", name.toLowerCase());
}

/**
 * Refuses a try that comes too soon after many wrong ones for the same name.
 *
 * @throws Refusal `rate_limited`
 */
export async function requirePatience(context: AppContext, name: string): Promise<void> {
  const { config, db, clock } = context;
  if (!config.rateLimits) {
    return;
  }
  const found = await findFailures(db.kysely, nameHash(context, name));
  if (found === undefined) {
    return;
  }
  const readyMs = found.lastAt.getTime() + delayAfter(found.failures) * 1_000;
  const waitSeconds = Math.ceil((readyMs - clock.now().getTime()) / 1_000);
  if (waitSeconds > 0) {
    throw new Refusal("rate_limited", { retryAfterSeconds: waitSeconds });
  }
}

/** Remembers how a try ended, with one statement either way. */
export async function rememberTry(context: AppContext, name: string, isRight: boolean) {
  const { db, clock } = context;
  const hash = nameHash(context, name);
  await (isRight ? clearFailures(db.kysely, hash) : countFailure(db.kysely, hash, clock.now()));
}
