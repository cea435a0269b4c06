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

/** Who is tried, as it was typed, and from which address. */
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
 * Counts a try as a wrong one before its password is looked at, durably: many at once are no more
 * tries than one after the other. One that comes too soon after many wrong ones is refused, and
 * not counted.
 *
 * @param record puts the refusal on record
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

/** Takes a counted try back: its password was right, or was never looked at. */
export async function takeBackTry(context: AppContext, tx: Tx, tried: Try): Promise<void> {
  await takeBackFailure(tx, placeOf(context, tried));
}

/** What was typed as an account, as a sign-in's second step remembers it. */
export function triedNameHash(context: AppContext, name: string): Buffer {
  return nameHashOf(context, name);
}

/** Remembers that a sign-in ended well whose first step came with this name. */
export async function rememberSuccess(
  context: AppContext,
  tx: Tx,
  { nameHash, ip }: { readonly nameHash: Buffer; readonly ip: string },
): Promise<void> {
  const networkHash = networkHashOf(context, ip);
  await noteSuccess(tx, { nameHash, networkHash }, context.clock.now());
}

/** Ends a name's row of wrong tries, with as much work as a wrong one made. */
export async function noteRightTry(context: AppContext, tx: Tx, tried: Try): Promise<void> {
  await noteSuccess(tx, placeOf(context, tried), context.clock.now());
}

/** Forgives a name what was tried before, from everywhere: its password is a new one. */
export async function forgiveFailures(context: AppContext, name: string): Promise<void> {
  await clearFailures(context.db.kysely, nameHashOf(context, name));
}
