import { expect, it } from "vitest";
import { isLoopback, isPublicAddress } from "./public-address.ts";

it.each([
  ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
  ["this host", ["0.0.0.0", "0.1.2.3", "::"]],
  ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1"]],
  ["link-local and metadata services", ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fec0::1"]],
  ["shared by carriers", ["100.64.0.1", "100.127.255.255"]],
  ["multicast", ["224.0.0.1", "239.255.255.255", "ff02::1"]],
  ["reserved or broadcast", ["240.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1"]],
  ["for documentation", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"]],
  ["IPv4 within IPv6", ["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "64:ff9b::a00:1"]],
  ["tunnels that contain IPv4", ["2002:a00:1::", "2001:0:4136:e378::1", "64:ff9b:1::1"]],
  ["no address", ["", "example.com", "1.2.3", "127.1", "0x7f000001"]],
])("webhook addresses: one that is %s is not public", (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it("webhook addresses: others are public", () => {
  const addresses = ["1.1.1.1", "9.9.9.9", "172.32.0.1", "100.128.0.1", "192.169.0.1"];
  const all = [...addresses, "2606:4700:4700::1111", "2a00:1450:4001:831::200e"];
  expect(all.filter((one) => !isPublicAddress(one))).toEqual([]);
});

it("webhook addresses: an address of this machine is recognized in both families", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1"].every(isLoopback)).toBe(true);
  expect(["10.0.0.1", "::ffff:127.0.0.1", "fe80::1", "localhost"].some(isLoopback)).toBe(false);
});
