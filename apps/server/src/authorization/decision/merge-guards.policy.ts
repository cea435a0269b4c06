import { greater } from "@tessera/money";
import type { Guard } from "./decision.policy.ts";

function least<T extends bigint | number>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined || b === undefined) {
    return a ?? b;
  }
  return a < b ? a : b;
}

/**
 * Merges guards on the same counter. The counter counts a payment only once, no matter how many
 * rules use it, and the lowest ceiling applies.
 */
export function mergeGuards(guards: readonly Guard[]): Guard[] {
  const merged = new Map<string, Guard>();
  for (const guard of guards) {
    const key = `${guard.subject} ${guard.window}`;
    const other = merged.get(key);
    if (other === undefined) {
      merged.set(key, guard);
      continue;
    }
    const maxAmountMinor = least(other.maxAmountMinor, guard.maxAmountMinor);
    const maxCount = least(other.maxCount, guard.maxCount);
    const { subject, window } = guard;
    merged.set(key, {
      subject,
      window,
      // If one rule sets a ceiling and the other only counts, their amounts are either equal or
      // absent.
      amountMinor: greater(guard.amountMinor, other.amountMinor),
      count: Math.max(guard.count, other.count),
      ...(maxAmountMinor !== undefined && { maxAmountMinor }),
      ...(maxCount !== undefined && { maxCount }),
    });
  }
  return [...merged.values()];
}
