import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evmAddress, tronAddress } from "./deposit-address.ts";

const account = fc.uint8Array({ minLength: 20, maxLength: 20 });

describe("EIP-55 addresses", () => {
  test.each([
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0xde709f2102306220921060314715629080e2fb77",
  ])("match the checksum of EIP-55's own test vector %s", (address) => {
    expect(evmAddress(Buffer.from(address.slice(2), "hex"))).toBe(address);
  });
});

describe("TRON addresses", () => {
  test("match the published address of the USDT contract", () => {
    const account = Buffer.from("a614f803b6fd780986a42c78ec9c7f77e6ded13c", "hex");
    expect(tronAddress(account)).toBe("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
  });

  test("begin with T, are 34 characters long, and have a valid checksum", () => {
    fc.assert(
      fc.property(account, (bytes) => {
        const address = tronAddress(bytes);
        expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
        expect([...createBase58check(sha256).decode(address).slice(1)]).toEqual([...bytes]);
      }),
    );
  });

  test("require exactly 20 bytes", () => {
    expect(() => tronAddress(new Uint8Array(19))).toThrow(RangeError);
    expect(() => evmAddress(new Uint8Array(21))).toThrow(RangeError);
  });
});
