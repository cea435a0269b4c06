/** How many characters people look at on either end of an address. */
const LOOKED_AT = 4;

function ends(address: string): string {
  // What every address of a network begins with tells nothing.
  const own = address.startsWith("0x") ? address.slice(2).toLowerCase() : address.slice(1);
  return `${own.slice(0, LOOKED_AT)}…${own.slice(-LOOKED_AT)}`;
}

/** Whether two different addresses could be taken for each other by somebody who skims them. */
export function areLookalikes(one: string, other: string): boolean {
  const isSame =
    one === other || (one.startsWith("0x") && one.toLowerCase() === other.toLowerCase());
  return !isSame && one.startsWith("0x") === other.startsWith("0x") && ends(one) === ends(other);
}
