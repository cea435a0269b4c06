import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evmAddress, tronAddress } from "./deposit-address.ts";
import { readAddress } from "./read-address.ts";

const EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const account = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte !== 0));

describe("a typed address", () => {
  test.each([
    ["ERC20", EVM, { address: EVM }],
    ["BEP20", ` ${EVM}\n`, { address: EVM }],
    ["TRC20", TRON, { address: TRON }],
    ["ERC20", EVM.toLowerCase(), { fault: "address_checksum" }],
    ["ERC20", EVM.replace("5aAe", "5aae"), { fault: "address_checksum" }],
    ["TRC20", TRON.replace("R7N", "R7M"), { fault: "address_checksum" }],
    ["TRC20", EVM, { fault: "address_network" }],
    ["ERC20", TRON, { fault: "address_network" }],
    ["ERC20", `0x${"0".repeat(40)}`, { fault: "address_malformed" }],
    ["ERC20", EVM.slice(0, -1), { fault: "address_malformed" }],
    ["TRC20", `${TRON}x`, { fault: "address_malformed" }],
    ["TRC20", "", { fault: "address_malformed" }],
    ["BEP20", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", { fault: "address_malformed" }],
    ["ERC20", "vitalik.eth", { fault: "address_malformed" }],
  ] as const)("%s %j", (network, text, expected) => {
    expect(readAddress(network, text)).toEqual(expected);
  });

  test("is returned unchanged for any account", () => {
    fc.assert(
      fc.property(account, (bytes) => {
        const [evm, tron] = [evmAddress(bytes), tronAddress(bytes)];
        expect(readAddress("BEP20", evm)).toEqual({ address: evm });
        expect(readAddress("TRC20", tron)).toEqual({ address: tron });
      }),
    );
  });

  test("is rejected for TRON if any single character is changed", () => {
    const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    fc.assert(
      fc.property(fc.nat(32), fc.constantFrom(...letters), (place, letter) => {
        const at = place + 1;
        fc.pre(TRON[at] !== letter);
        const wrong = `${TRON.slice(0, at)}${letter}${TRON.slice(at + 1)}`;
        expect(readAddress("TRC20", wrong)).toHaveProperty("fault");
      }),
    );
  });
});
