import { BlockList, isIP, isIPv4 } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const BITS = { ipv4: 32, ipv6: 128 } as const;

/** An address or a network, taken apart. */
interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

function familyOf(address: string): Network["family"] {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

/**
 * Takes an address (`192.0.2.7`) or a network (`192.0.2.0/24`, `2001:db8::/32`) apart. Returns
 * undefined if it is neither, or a network that contains every address.
 */
export function readNetwork(text: string): Network | undefined {
  const [address = "", prefixText, ...rest] = text.split("/");
  if (isIP(address) === 0 || address.includes("%") || rest.length > 0) {
    return undefined;
  }
  const family = familyOf(address);
  if (prefixText === undefined) {
    return { address, prefix: BITS[family], family };
  }
  const prefix = /^[1-9]\d{0,2}$/.test(prefixText) ? Number(prefixText) : 0;
  return prefix >= 1 && prefix <= BITS[family] ? { address, prefix, family } : undefined;
}

/**
 * Returns a function that tells whether an address is in a list of addresses and networks. An empty
 * list has every address. An IPv4 address that is mapped into IPv6 counts as IPv4.
 */
export function addressCheck(list: readonly string[]): (ip: string) => boolean {
  const networks = new BlockList();
  for (const { address, prefix, family } of list.flatMap((text) => readNetwork(text) ?? [])) {
    networks.addSubnet(address, prefix, family);
  }
  return (ip) => {
    const [bare = ""] = ip.split("%");
    const address = MAPPED.exec(bare)?.[1] ?? bare;
    return list.length === 0 || (isIP(address) !== 0 && networks.check(address, familyOf(address)));
  };
}
