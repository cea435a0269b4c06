/** Number of characters that people compare at each end of an address. */
const LOOKED_AT = 4;

function ends(address: string): string {
  // Skips the prefix that all addresses on a network share, since it does not distinguish them.
  const own = address.startsWith("0x") ? address.slice(2).toLowerCase() : address.slice(1);
  return `${own.slice(0, LOOKED_AT)}…${own.slice(-LOOKED_AT)}`;
}

/** Returns whether someone who only skims two different addresses could confuse them. */
export function areLookalikes(one: string, other: string): boolean {
  const isSame =
    one === other || (one.startsWith("0x") && one.toLowerCase() === other.toLowerCase());
  return !isSame && one.startsWith("0x") === other.startsWith("0x") && ends(one) === ends(other);
}
