import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { addressBucket } from "../../platform/http/client-address.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { secondsToWait } from "./sign-in-delay.policy.ts";
import {
  clearFailures,
  countFailure,
  findTries,
  lockName,
  noteSuccess,
  type SignInPlace,
  takeBackFailure,
} from "./sign-in-failures.repository.ts";

/** The attempted name as typed, and the caller's IP address. */
interface Try {
  readonly name: string;
  readonly ip: string;
}

function nameHashOf({ keys }: AppContext, name: string): Buffer {
  return keys.hmac("sign-in-name", name.toLowerCase());
}

function networkHashOf({ keys }: AppContext, ip: string): Buffer {
  return keys.hmac("sign-in-network", addressBucket(ip));
}

function placeOf(context: AppContext, { name, ip }: Try): SignInPlace {
  return {
    nameHash: nameHashOf(context, name),
    networkHash: networkHashOf(context, ip),
  };
}

/**
 * Durably counts an attempt as a failure before its password is checked, so that concurrent
 * attempts cannot exceed the limit. An attempt made too soon after many failures is refused and not
 * counted.
 *
 * @param record writes the refusal to the audit log
 * @throws Refusal `rate_limited`
 */
export async function countTry(
  context: AppContext,
  tried: Try,
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { config, db, clock } = context;
  const place = placeOf(context, tried);
  const now = clock.now();
  const waitSeconds = await inTransaction(db, async (tx) => {
    await lockName(tx, place);
    const seconds = config.rateLimits ? secondsToWait(now, await findTries(tx, place)) : 0;
    if (seconds === 0) {
      await countFailure(tx, place, now);
    }
    return seconds;
  });
  if (waitSeconds > 0) {
    await inTransaction(db, record);
    throw new Refusal("rate_limited", { retryAfterSeconds: waitSeconds });
  }
}

/** Un-counts an attempt whose password was correct or was never checked. */
export async function takeBackTry(context: AppContext, tx: Tx, tried: Try): Promise<void> {
  await takeBackFailure(tx, placeOf(context, tried));
}

/** Returns the hash of the name as typed, which the second step of the sign-in needs. */
export function triedNameHash(context: AppContext, name: string): Buffer {
  return nameHashOf(context, name);
}

/** Records the success of a sign-in whose first step used this name. */
export async function rememberSuccess(
  context: AppContext,
  tx: Tx,
  { nameHash, ip }: { readonly nameHash: Buffer; readonly ip: string },
): Promise<void> {
  const networkHash = networkHashOf(context, ip);
  await noteSuccess(tx, { nameHash, networkHash }, context.clock.now());
}

/** Resets a name's failures. This takes as much work as counting a failure. */
export async function noteRightTry(context: AppContext, tx: Tx, tried: Try): Promise<void> {
  await noteSuccess(tx, placeOf(context, tried), context.clock.now());
}

/** Resets a name's failures on all networks after the password has been changed. */
export async function forgiveFailures(context: AppContext, name: string): Promise<void> {
  await clearFailures(context.db.kysely, nameHashOf(context, name));
}
