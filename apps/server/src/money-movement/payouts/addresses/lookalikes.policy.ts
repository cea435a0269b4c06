/** How many characters people compare at either end of an address. */
const LOOKED_AT = 4;

function ends(address: string): string {
  // A prefix that every address of a network has distinguishes nothing.
  const own = address.startsWith("0x") ? address.slice(2).toLowerCase() : address.slice(1);
  return `${own.slice(0, LOOKED_AT)}…${own.slice(-LOOKED_AT)}`;
}

/** Returns whether two different addresses could be confused by somebody who skims them. */
export function areLookalikes(one: string, other: string): boolean {
  const isSame =
    one === other || (one.startsWith("0x") && one.toLowerCase() === other.toLowerCase());
  return !isSame && one.startsWith("0x") === other.startsWith("0x") && ends(one) === ends(other);
}
