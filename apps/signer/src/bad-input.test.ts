import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  approvalOf,
  type PayoutInstruction,
  signedRequest,
  signRequest,
  statusRequest,
  withChecksum,
  writeMessage,
} from "@tessera/payout-signing";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { type SignerParts, signPayout } from "./sign-payout.ts";
import { newRequest, newSignerFolder, openSigner } from "./signer.fixtures.ts";

let folder: string;
let signer: SignerParts;

beforeAll(() => {
  folder = newSignerFolder();
  signer = openSigner(folder);
});
afterAll(() => signer.record.close());

function recordText(): string {
  return readFileSync(path.join(folder, "signed.jsonl"), "utf8");
}

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => withChecksum(`0x${Buffer.from(bytes).toString("hex")}`));

/** Changes the case of one letter of an address; undefined if it has none. */
function withWrongChecksum(right: string, place: number): string | undefined {
  const letters = [...right].flatMap((digit, at) => (at > 1 && /[a-f]/i.test(digit) ? [at] : []));
  const at = letters[place % Math.max(1, letters.length)];
  if (at === undefined) {
    return undefined;
  }
  const letter = right.charAt(at);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return right.slice(0, at) + other + right.slice(at + 1);
}

test("signer: refuses an address with one letter in the wrong case, although approved", () => {
  fc.assert(
    fc.property(address, fc.nat(39), (right, place) => {
      const destination = withWrongChecksum(right, place);
      fc.pre(destination !== undefined);
      const request = newRequest(signer, { destination });
      const refused = { result: "refused", reason: "destination_refused" };
      expect(signPayout(signer, request)).toEqual(refused);
    }),
    { numRuns: 50 },
  );
});

const change: fc.Arbitrary<Partial<PayoutInstruction>> = fc.oneof(
  fc.record({ id: fc.uuid() }),
  fc.record({ chainId: fc.integer({ min: 2 }) }),
  fc.record({ token: address.map((text) => text.toLowerCase()) }),
  fc.record({ destination: address }),
  fc.record({ amountRaw: fc.bigInt(1n, 99_999_999n) }),
  fc.record({ revision: fc.integer({ min: 4 }) }),
  fc.record({ approvedBy: fc.string({ minLength: 9, maxLength: 300 }) }),
  fc.record({ approvedAtMs: fc.nat() }),
);

test("signer: an approval is worth nothing for any other instruction", () => {
  fc.assert(
    fc.property(change, (changed) => {
      const request = newRequest(signer);
      const forged = { ...request, instruction: { ...request.instruction, ...changed } };
      const refused = { result: "refused", reason: "not_approved" };
      expect(signPayout(signer, forged)).toEqual(refused);
    }),
    { numRuns: 200 },
  );
});

test("signer: an approval that was used cannot be used again under another approved id", () => {
  const own = openSigner(newSignerFolder());
  const first = newRequest(own);
  expect(signPayout(own, first)).toMatchObject({ result: "signed" });
  const instruction = { ...first.instruction, id: randomUUID() };
  const replayed = { ...first, instruction, fees: { ...first.fees, nonce: 1 } };
  expect(signPayout(own, replayed)).toEqual({ result: "refused", reason: "not_approved" });
  // Its own approval is another one.
  const approval = approvalOf(own.keys, instruction);
  expect(approval).not.toBe(first.approval);
  expect(signPayout(own, { ...replayed, approval })).toMatchObject({ result: "signed" });
});

test("signer: an approval for one chain is worth nothing on another one that it serves", () => {
  const two = newSignerFolder();
  const file = path.join(two, "settings.json");
  const settings = JSON.parse(readFileSync(file, "utf8"));
  const [chain] = settings.chains;
  const chains = [chain, { ...chain, chainId: 56 }];
  writeFileSync(file, JSON.stringify({ ...settings, chains }));
  const own = openSigner(two);
  const request = newRequest(own);
  const moved = { ...request, instruction: { ...request.instruction, chainId: 56 } };
  expect(signPayout(own, moved)).toEqual({ result: "refused", reason: "not_approved" });
  expect(signPayout(own, newRequest(own, { chainId: 56 }))).toMatchObject({ result: "signed" });
});

test("signer: signs exactly up to both ceilings, and not a unit more", () => {
  const own = openSigner(newSignerFolder());
  const pay = (amountRaw: bigint, nonce: number) =>
    signPayout(own, newRequest(own, { amountRaw }, { nonce }));
  expect(pay(500_000_001n, 0)).toEqual({ result: "refused", reason: "amount_refused" });
  expect(pay(500_000_000n, 0)).toMatchObject({ result: "signed" });
  expect(pay(500_000_000n, 1)).toMatchObject({ result: "signed" });
  expect(pay(200_000_001n, 2)).toEqual({ result: "refused", reason: "day_ceiling" });
  expect(pay(200_000_000n, 2)).toMatchObject({ result: "signed" });
  expect(pay(1n, 3)).toEqual({ result: "refused", reason: "day_ceiling" });
});

test.each([
  ["a fraction", "1.5"],
  ["a sign", "-1"],
  ["an exponent", "1e6"],
  ["leading zeros", "01"],
  ["hexadecimal digits", "0x10"],
  ["a space", " 1"],
  ["digits of another script", "١٢"],
  ["a number", 1],
  ["more than 256 bits", "9".repeat(79)],
  ["nothing", ""],
])("signer: an amount with %s is no request", (_, amountRaw) => {
  const { instruction, ...request } = JSON.parse(writeMessage(newRequest(signer)));
  expect(signRequest.safeParse({ ...request, instruction }).success).toBe(true);
  const bad = { ...request, instruction: { ...instruction, amountRaw } };
  expect(signRequest.safeParse(bad).success).toBe(false);
});

test.each([
  ["maxAmount", "500.0000001", /more than 6 decimals/],
  ["maxPerDay", "1200.0000001", /more than 6 decimals/],
  ["maxAmount", "1e3", /maxAmount: set an amount/],
  ["maxAmount", "-1", /maxAmount: set an amount/],
  ["contract", "0x12", /contract: set an address/],
  ["decimals", 6.5, /decimals/],
  ["unknown", 1, /./],
])("signer: does not start with settings whose %s is %s", (field, value, problem) => {
  const own = newSignerFolder();
  const file = path.join(own, "settings.json");
  const settings = JSON.parse(readFileSync(file, "utf8"));
  settings.chains[0].tokens[0][field] = value;
  writeFileSync(file, JSON.stringify(settings));
  expect(() => readSettings(file)).toThrow(problem);
});

test("signer: what is no request signs nothing, whatever it is", () => {
  const before = recordText();
  const field = fc.constantFrom("requestId", "instruction", "approval", "fees");
  fc.assert(
    fc.property(field, fc.jsonValue(), (name, value) => {
      const request = JSON.parse(writeMessage(newRequest(signer)));
      const read = signRequest.safeParse({ ...request, [name]: value });
      expect(read.success).toBe(name === "requestId" && /^[0-9a-f]{32}$/.test(String(value)));
    }),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const shape of [signRequest, statusRequest, signedRequest]) {
        expect(shape.safeParse(value).success).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
  expect(recordText()).toBe(before);
});
