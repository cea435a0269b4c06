import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "../http/refusal.ts";
import type { Keys } from "./keys.ts";

/** The minimum argon2id parameters required by OWASP and ASVS. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_RUNNING = 2;
const MAX_WAITING = 32;
const RETRY_SECONDS = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Limits concurrent hashing, since each hash takes a CPU core and 19 MiB: two hashes run at a time,
 * up to 32 callers wait, and all others are rejected and have to retry.
 */
async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) {
      throw new Refusal("overloaded", { retryAfterSeconds: RETRY_SECONDS });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) {
      running -= 1;
    } else {
      next();
    }
  }
}

/**
 * Combines a password with the pepper. The result is the same for every Unicode form of the
 * password, and is useless without the key.
 */
function peppered(keys: Keys, password: string): string {
  return keys.hmac("password", password.normalize("NFC")).toString("base64");
}

/**
 * Hashes a peppered password with argon2id.
 *
 * @throws Refusal `overloaded`
 */
export function hashPassword(keys: Keys, password: string): Promise<string> {
  return inLine(() => hash(peppered(keys, password), PARAMETERS));
}

const dummies = new WeakMap<Keys, Promise<string>>();

/**
 * Returns a hash that matches no password, so that a sign-in takes the same amount of time for
 * unknown accounts.
 */
function dummyHash(keys: Keys): Promise<string> {
  let dummy = dummies.get(keys);
  if (dummy === undefined) {
    dummy = hash(keys.newKey().toString("base64"), PARAMETERS);
    dummies.set(keys, dummy);
  }
  return dummy;
}

/** Warms up the hasher, so that the first sign-in is as fast as later ones. */
export async function warmPasswordHasher(keys: Keys): Promise<void> {
  await dummyHash(keys);
}

/**
 * Verifies a password against a hash. Without a hash, does the same work and returns `false`.
 *
 * @throws Refusal `overloaded`
 */
export async function verifyPassword(
  keys: Keys,
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  const against = stored ?? (await dummyHash(keys));
  const isRight = await inLine(() => verify(against, peppered(keys, password)));
  return isRight && stored !== undefined;
}
