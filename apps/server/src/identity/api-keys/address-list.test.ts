import { describe, expect, it } from "vitest";
import { addressCheck, readNetwork } from "./address-list.ts";

describe("a list of addresses", () => {
  it("accepts addresses and networks of both families, but not the whole internet", () => {
    for (const text of ["192.0.2.7", "192.0.2.0/24", "2001:db8::1", "2001:db8::/32", "::1/128"]) {
      expect(readNetwork(text)).toBeDefined();
    }
    for (const text of ["", "home", "192.0.2", "192.0.2.7/33", "::/129", "0.0.0.0/0", "::/0"]) {
      expect(readNetwork(text)).toBeUndefined();
    }
    for (const text of ["192.0.2.7/", "192.0.2.7/024", "192.0.2.7/8/8", "fe80::1%eth0"]) {
      expect(readNetwork(text)).toBeUndefined();
    }
  });

  it("has the addresses of its networks, and IPv4 addresses that are mapped into IPv6", () => {
    const isIn = addressCheck(["192.0.2.0/24", "198.51.100.7", "2001:db8::/32"]);
    for (const ip of ["192.0.2.255", "198.51.100.7", "2001:db8:1::1", "::ffff:192.0.2.1"]) {
      expect(isIn(ip)).toBe(true);
    }
    for (const ip of ["192.0.3.0", "198.51.100.8", "2001:db9::1", "::ffff:192.0.3.1", "", "x"]) {
      expect(isIn(ip)).toBe(false);
    }
  });

  it("has every address if it is empty", () => {
    expect(addressCheck([])("203.0.113.1")).toBe(true);
  });
});
