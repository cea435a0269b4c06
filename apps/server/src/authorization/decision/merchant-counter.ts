import { hash } from "node:crypto";
import { merchantKey } from "./merchant-key.policy.ts";

const known = new Map<string, string>();
const MAX_KNOWN = 5_000;

/**
 * Returns the name of the counter for a card's payments at a merchant. The name has a fixed length.
 */
export function merchantCounter(name: string): string {
  const key = merchantKey(name);
  let counter = known.get(key);
  if (counter === undefined) {
    counter = `seen:${hash("sha256", key, "hex").slice(0, 16)}`;
    if (known.size === MAX_KNOWN) {
      known.clear();
    }
    known.set(key, counter);
  }
  return counter;
}
