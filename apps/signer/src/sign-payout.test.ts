import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type SignRequest, senderOf } from "@tessera/payout-signing";
import { afterEach, expect, test, vi } from "vitest";
import { signPayout } from "./sign-payout.ts";
import { newRequest, newSignerFolder, openSigner, REFUSED, TEST_TOKEN } from "./signer.fixtures.ts";

const HOUR_MS = 3_600_000;

function withFees(request: SignRequest, fees: Partial<SignRequest["fees"]>): SignRequest {
  return { ...request, fees: { ...request.fees, ...fees } };
}

afterEach(() => {
  vi.useRealTimers();
});

test("signer: signs an approved payout, and the same again for the same request", () => {
  const signer = openSigner(newSignerFolder());
  const request = newRequest(signer);
  const answer = signPayout(signer, request);
  expect(answer).toMatchObject({ result: "signed" });
  if (answer.result === "signed") {
    expect(senderOf(request, answer.signature)).toBe(signer.key.address);
  }
  expect(signPayout(signer, request)).toEqual(answer);
});

test.each([
  ["id", { id: "00000000-0000-4000-8000-000000000000" }],
  ["chainId", { chainId: 56 }],
  ["token", { token: `0x${"1".repeat(40)}` }],
  ["destination", { destination: `0x${"2".repeat(40)}` }],
  ["amountRaw", { amountRaw: 1n }],
  ["revision", { revision: 4 }],
  ["approvedBy", { approvedBy: "system" }],
  ["approvedAtMs", { approvedAtMs: 1 }],
])("signer: refuses an instruction whose %s differs from what was approved", (_, changed) => {
  const signer = openSigner(newSignerFolder());
  const request = newRequest(signer);
  const forged = { ...request, instruction: { ...request.instruction, ...changed } };
  expect(signPayout(signer, forged)).toEqual({ result: "refused", reason: "not_approved" });
});

test.each([
  ["another chain", { chainId: 56 }, "chain_refused"],
  ["another token", { token: `0x${"1".repeat(40)}` }, "token_refused"],
  ["an address without checksum", { destination: `0x${"ab".repeat(19)}cd` }, "destination_refused"],
  ["the token's contract", { destination: TEST_TOKEN }, "destination_refused"],
  ["a listed address", { destination: REFUSED }, "destination_refused"],
  ["nobody", { destination: `0x${"0".repeat(40)}` }, "destination_refused"],
  ["more than its ceiling", { amountRaw: 500_000_001n }, "amount_refused"],
  ["nothing", { amountRaw: 0n }, "amount_refused"],
])("signer: refuses to pay %s, although it was approved", (_, changed, reason) => {
  const signer = openSigner(newSignerFolder());
  const request = newRequest(signer, changed);
  expect(signPayout(signer, request)).toEqual({ result: "refused", reason });
});

test("signer: refuses to pay its own wallet", () => {
  const signer = openSigner(newSignerFolder());
  const request = newRequest(signer, { destination: signer.key.address });
  const reason = "destination_refused";
  expect(signPayout(signer, request)).toEqual({ result: "refused", reason });
});

test("signer: a payout that it refused for good stays refused after a restart", () => {
  const folder = newSignerFolder();
  const signer = openSigner(folder);
  const request = newRequest(signer, { amountRaw: 600_000_000n });
  const refused = { result: "refused", reason: "amount_refused" };
  expect(signPayout(signer, request)).toEqual(refused);
  signer.record.close();
  const file = path.join(folder, "settings.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"500.00"', '"5000.00"'));
  expect(signPayout(openSigner(folder), request)).toEqual(refused);
});

test("signer: replaces a transaction with the same nonce and higher fees only", () => {
  const signer = openSigner(newSignerFolder());
  const request = newRequest(signer);
  signPayout(signer, request);
  const higher = { maxFeePerGas: 22_000_000_000n, maxPriorityFeePerGas: 1_100_000_000n };
  for (const fees of [
    { maxFeePerGas: 21_999_999_999n, maxPriorityFeePerGas: 1_100_000_000n },
    { maxFeePerGas: 22_000_000_000n, maxPriorityFeePerGas: 1_099_999_999n },
    { maxFeePerGas: 100_000_000_001n, maxPriorityFeePerGas: 1_100_000_000n },
    { ...higher, gasLimit: 120_001n },
  ]) {
    const refused = { result: "refused", reason: "fee_refused" };
    expect(signPayout(signer, withFees(request, fees))).toEqual(refused);
  }
  expect(signPayout(signer, withFees(request, higher))).toMatchObject({ result: "signed" });
  const other = signPayout(signer, withFees(request, { ...higher, nonce: 1 }));
  expect(other).toMatchObject({
    result: "signed_before",
    signed: [{ fees: { nonce: 0 } }, { fees: { nonce: 0 } }],
  });
});

test("signer: never signs an id with another content, nor a nonce for two payouts", () => {
  const signer = openSigner(newSignerFolder());
  const request = newRequest(signer);
  signPayout(signer, request);
  const { id } = request.instruction;
  expect(signPayout(signer, newRequest(signer, { id }))).toMatchObject({
    reason: "other_instruction",
  });
  expect(signPayout(signer, newRequest(signer))).toMatchObject({ reason: "nonce_taken" });
});

test("signer: the payouts of any 24 hours stay below the ceiling, also after a restart", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const folder = newSignerFolder();
  let signer = openSigner(folder);
  const pay = (nonce: number) =>
    signPayout(signer, newRequest(signer, { amountRaw: 400_000_000n }, { nonce })).result;
  expect([pay(0), pay(1), pay(2), pay(3)]).toEqual(["signed", "signed", "signed", "refused"]);
  vi.setSystemTime(Date.now() + 23 * HOUR_MS);
  signer.record.close();
  signer = openSigner(folder);
  expect(pay(3)).toBe("refused");
  vi.setSystemTime(Date.now() + 2 * HOUR_MS);
  expect(pay(3)).toBe("signed");
  // A clock that is set back opens no new day.
  vi.setSystemTime(Date.now() - 48 * HOUR_MS);
  expect([pay(4), pay(5), pay(6)]).toEqual(["signed", "signed", "refused"]);
});

test("signer: what it signed survives a kill, and half a line was never handed out", () => {
  const folder = newSignerFolder();
  const signer = openSigner(folder);
  const request = newRequest(signer);
  const answer = signPayout(signer, request);
  signer.record.close();
  const file = path.join(folder, "signed.jsonl");
  const whole = readFileSync(file, "utf8");
  appendFileSync(file, whole.slice(0, 200));
  const again = openSigner(folder);
  expect(signPayout(again, request)).toEqual(answer);
  expect(readFileSync(file, "utf8")).toBe(whole);
  expect(signPayout(again, newRequest(again))).toMatchObject({ reason: "nonce_taken" });
});

test("signer: does not start without its record, or with a damaged one", () => {
  const folder = newSignerFolder();
  const signer = openSigner(folder);
  signPayout(signer, newRequest(signer));
  signPayout(signer, newRequest(signer, {}, { nonce: 1 }));
  signer.record.close();
  const file = path.join(folder, "signed.jsonl");
  const lines = readFileSync(file, "utf8").split("\n");
  for (const damaged of [
    lines.slice(1),
    [lines[0]?.replace("100000000", "1"), ...lines.slice(1)],
  ]) {
    writeFileSync(file, damaged.join("\n"));
    expect(() => openSigner(folder)).toThrow(/line \d of the record is damaged/);
  }
});

test("signer: signs nothing once another process has written to its record", () => {
  const folder = newSignerFolder();
  const [one, other] = [openSigner(folder), openSigner(folder)];
  signPayout(one, newRequest(one));
  expect(() => signPayout(other, newRequest(other, {}, { nonce: 1 }))).toThrow("restart");
});
