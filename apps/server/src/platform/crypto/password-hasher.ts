import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "../http/refusal.ts";
import type { Keys } from "./keys.ts";

/** The floor of OWASP and ASVS for argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_RUNNING = 2;
const MAX_WAITING = 32;
const RETRY_SECONDS = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Hashing costs a core and 19 MiB each: two at once, 32 in line, and the rest come back later. */
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

/** The same password however its accents were typed, and useless without the key. */
function peppered(keys: Keys, password: string): string {
  return keys.hmac("password", password.normalize("NFC")).toString("base64");
}

/**
 * argon2id of a password under the pepper.
 *
 * @throws Refusal `overloaded`
 */
export function hashPassword(keys: Keys, password: string): Promise<string> {
  return inLine(() => hash(peppered(keys, password), PARAMETERS));
}

const dummies = new WeakMap<Keys, Promise<string>>();

/** A hash that no password has, so that an unknown account costs what a known one costs. */
function dummyHash(keys: Keys): Promise<string> {
  let dummy = dummies.get(keys);
  if (dummy === undefined) {
    dummy = hash(keys.newKey().toString("base64"), PARAMETERS);
    dummies.set(keys, dummy);
  }
  return dummy;
}

/** Makes the first sign-in as fast as the others. */
export async function warmPasswordHasher(keys: Keys): Promise<void> {
  await dummyHash(keys);
}

/**
 * Whether a password is the one of a hash; without a hash, the same work and `false`.
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
