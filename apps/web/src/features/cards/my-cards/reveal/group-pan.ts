/** Groups a card number as printed on the card: 4-6-5 for American Express, otherwise in fours. */
export function groupPan(pan: string, network: string): string {
  if (network === "amex" && pan.length === 15) {
    return `${pan.slice(0, 4)} ${pan.slice(4, 10)} ${pan.slice(10)}`;
  }
  return pan.replace(/(.{4})(?=.)/g, "$1 ");
}
