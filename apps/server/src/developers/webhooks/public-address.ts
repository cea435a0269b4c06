import { BlockList, isIP, isIPv4 } from "node:net";

/** Networks of IPv4 that are not public (IANA's special-purpose registry, RFC 6890). */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Parts of 2000::/3, the only public network of IPv6, that are not public or contain IPv4. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const specialIpv4 = listOf(SPECIAL_IPV4, "ipv4");
const specialIpv6 = listOf(SPECIAL_IPV6, "ipv6");
const publicIpv6 = listOf(["2000::/3"], "ipv6");
const loopback = listOf(["127.0.0.0/8"], "ipv4");

/**
 * Returns whether an address is on the public internet. Private, loopback, link-local, shared,
 * multicast and reserved addresses are not, and neither is an IPv4 address within IPv6.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) {
    return !specialIpv4.check(address, "ipv4");
  }
  return (
    isIP(address) === 6 &&
    !address.includes("%") &&
    publicIpv6.check(address, "ipv6") &&
    !specialIpv6.check(address, "ipv6")
  );
}

/** Returns whether an address is 127.0.0.0/8 or ::1. */
export function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && loopback.check(address, "ipv4"));
}
