import { addressBucket } from "../../platform/client-address.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { secondsToWait } from "./sign-in-delay.policy.ts";
import {
  clearFailures,
  countFailure,
  findTries,
  noteSuccess,
  type SignInPlace,
} from "./sign-in-failures.repository.ts";

/** Who is tried, as it was typed, and from which address. */
interface Try {
  readonly name: string;
  readonly ip: string;
}

function nameHashOf({ keys }: AppContext, name: string): Buffer {
  return keys.hmac("sign-in-name", name.toLowerCase());
}

function placeOf(context: AppContext, { name, ip }: Try): SignInPlace {
  return {
    nameHash: nameHashOf(context, name),
    networkHash: context.keys.hmac("sign-in-network", addressBucket(ip)),
  };
}

/**
 * Refuses a try that comes too soon after many wrong ones for the same name.
 *
 * @throws Refusal `rate_limited`
 */
export async function requirePatience(context: AppContext, tried: Try): Promise<void> {
  const { config, db, clock } = context;
  if (!config.rateLimits) {
    return;
  }
  const tries = await findTries(db.kysely, placeOf(context, tried));
  const waitSeconds = secondsToWait(clock.now(), tries);
  if (waitSeconds > 0) {
    throw new Refusal("rate_limited", { retryAfterSeconds: waitSeconds });
  }
}

/** Remembers how a try ended, with as much work either way. */
export async function rememberTry(
  context: AppContext,
  tried: Try,
  isRight: boolean,
): Promise<void> {
  const { db, clock } = context;
  const remember = isRight ? noteSuccess : countFailure;
  await remember(db.kysely, placeOf(context, tried), clock.now());
}

/** Forgives a name what was tried before, from everywhere: its password is a new one. */
export async function forgiveFailures(context: AppContext, name: string): Promise<void> {
  await clearFailures(context.db.kysely, nameHashOf(context, name));
}
