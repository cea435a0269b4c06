import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { encodeFunctionData, type Hex, keccak256, parseAbi, serializeTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import {
  digestOf,
  hashOfSigned,
  senderOf,
  serializeSigned,
  serializeUnsigned,
  withChecksum,
} from "./index.ts";

const KEY: Hex = `0x${"4c".repeat(32)}`;
const account = privateKeyToAccount(KEY);
const abi = parseAbi(["function transfer(address to, uint256 value)"]);

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => withChecksum(`0x${Buffer.from(bytes).toString("hex")}`));
const quantity = fc.bigInt(0n, (1n << 96n) - 1n);
const transfer = fc.record({
  instruction: fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    token: address.map((text) => text.toLowerCase()),
    destination: address,
    amountRaw: fc.bigInt(1n, (1n << 256n) - 1n),
  }),
  fees: fc.record({
    nonce: fc.integer({ min: 0, max: 2 ** 40 }),
    gasLimit: quantity,
    maxFeePerGas: quantity,
    maxPriorityFeePerGas: quantity,
  }),
});

test("payout signing: a transfer is encoded, signed and hashed as viem does it", async () => {
  await fc.assert(
    fc.asyncProperty(transfer, async ({ instruction, fees: given }) => {
      const { maxFeePerGas: one, maxPriorityFeePerGas: other } = given;
      const [low, high] = one < other ? [one, other] : [other, one];
      const fees = { ...given, maxFeePerGas: high, maxPriorityFeePerGas: low };
      const own = { instruction, fees };
      const options = { prehash: false, format: "recovered" } as const;
      const key = Uint8Array.from(Buffer.from(KEY.slice(2), "hex"));
      const whole = Buffer.from(secp256k1.sign(digestOf(own), key, options)).toString("hex");
      const signature = {
        yParity: whole.startsWith("01") ? "1" : "0",
        r: whole.slice(2, 66),
        s: whole.slice(66),
      } as const;
      const serialized = serializeSigned(own, signature);
      const transaction = {
        type: "eip1559",
        chainId: instruction.chainId,
        nonce: fees.nonce,
        gas: fees.gasLimit,
        maxFeePerGas: fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
        to: instruction.token as Hex,
        data: encodeFunctionData({
          abi,
          args: [instruction.destination as Hex, instruction.amountRaw],
        }),
      } as const;
      expect(serializeUnsigned(own)).toBe(serializeTransaction(transaction));
      const expected = await account.signTransaction(transaction);
      expect(serialized).toBe(expected);
      expect(hashOfSigned(serialized)).toBe(keccak256(expected));
      expect(senderOf(own, signature)).toBe(account.address);
      const another = { ...own, fees: { ...fees, nonce: fees.nonce + 1 } };
      expect(senderOf(another, signature)).not.toBe(account.address);
    }),
    { numRuns: 200 },
  );
});
