import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Returns the upper four groups of an IPv6 address, which identify a subscriber's network. */
function highGroups(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const high = head === "" ? [] : head.split(":");
  const low = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - high.length - low.length;
  const groups = [...high, ...Array<string>(Math.max(0, zeros)).fill("0"), ...low];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}

/** Returns the IPv4 address in an IPv4-mapped IPv6 address, or undefined for any other address. */
function mappedIPv4(ip: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
}

/**
 * Returns the key under which a caller is counted: the IPv4 address (even if it is mapped into
 * IPv6), or the /64 of an IPv6 address, since one subscriber owns all addresses in a /64.
 */
export function addressBucket(ip: string): string {
  const mapped = mappedIPv4(ip);
  if (mapped !== undefined) {
    return mapped;
  }
  const [address = ""] = ip.split("%");
  return isIPv6(address) ? `${highGroups(address).join(":")}::/64` : ip;
}

/** Private networks, which are reachable only from within. */
const OWN = new BlockList();
OWN.addSubnet("10.0.0.0", 8, "ipv4");
OWN.addSubnet("127.0.0.0", 8, "ipv4");
OWN.addSubnet("169.254.0.0", 16, "ipv4");
OWN.addSubnet("172.16.0.0", 12, "ipv4");
OWN.addSubnet("192.168.0.0", 16, "ipv4");
OWN.addAddress("::1", "ipv6");
OWN.addSubnet("fc00::", 7, "ipv6");
OWN.addSubnet("fe80::", 10, "ipv6");

/**
 * Returns the /24 of an IPv4 address or the /48 of an IPv6 address, or undefined for anything else.
 */
function prefixOf(ip: string): string | undefined {
  const [bare = ""] = ip.split("%");
  const address = mappedIPv4(bare) ?? bare;
  if (isIPv4(address)) {
    const [a, b, c] = address.split(".");
    return `${a}.${b}.${c}.0/24`;
  }
  return isIPv6(address) ? `${highGroups(address).slice(0, 3).join(":")}::/48` : undefined;
}

/**
 * Returns a client's address as it is logged: its network, without the part that identifies the
 * subscriber.
 *
 * @param ip undefined if the client disconnected before the address was read
 */
export function maskedAddress(ip: string | undefined): string {
  return (ip === undefined ? undefined : prefixOf(ip)) ?? "unknown";
}

/**
 * Returns only the part of an address that its owner needs in order to recognize a location: the
 * /24 of an IPv4 address or the /48 of an IPv6 address. Returns `null` for an address in Tessera's
 * own network and for an invalid address.
 */
export function networkPrefix(ip: string): string | null {
  const [bare = ""] = ip.split("%");
  const address = mappedIPv4(bare) ?? bare;
  const prefix = prefixOf(address);
  const isOwn = prefix !== undefined && OWN.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  return isOwn ? null : (prefix ?? null);
}
