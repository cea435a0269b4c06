import { isIPv6 } from "node:net";

/** The four high groups of an IPv6 address: one subscriber's network. */
function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const high = head === "" ? [] : head.split(":");
  const low = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - high.length - low.length;
  const groups = [...high, ...Array<string>(Math.max(0, zeros)).fill("0"), ...low];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/**
 * What a caller is counted by: an IPv4 address, also when it comes mapped into IPv6, or the /64
 * of an IPv6 address, of which a subscriber has all addresses.
 */
export function addressBucket(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) {
    return mapped;
  }
  const [address = ""] = ip.split("%");
  return isIPv6(address) ? `${networkOf(address)}::/64` : ip;
}
