import { greater } from "@tessera/money";

// Not in components: React's compiler loses literals of the type bigint.

/** Returns an amount of the API in minor units, and zero for one that is not positive. */
function minorOf(amount: string | null): bigint {
  const minor = BigInt((amount ?? "0").replace(".", ""));
  return minor > 0n ? minor : 0n;
}

export function isPositive(amount: string | null): boolean {
  return minorOf(amount) > 0n;
}

export function isZero(amount: string): boolean {
  return !isPositive(amount.replace("-", ""));
}

export function isLess(one: string, other: string): boolean {
  return minorOf(one) < minorOf(other);
}

/** Returns how much of a bar is filled, if the greatest of some amounts fills it. */
export function shareOf(
  amount: string | null,
  amounts: readonly (string | null)[],
): { readonly value: bigint; readonly of: bigint } {
  return { value: minorOf(amount), of: amounts.map(minorOf).reduce(greater, 1n) };
}
