import type { CaptchaProof } from "@tessera/contract/identity/accounts.schemas";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { captcha, newAddress, register } from "../people/account-flows.fixtures.ts";
import { issueCaptchaProof, spendCaptcha } from "./captcha.ts";
import { PROOF_WORK, type ProofWork, provesPart } from "./captcha-proof.ts";

/** A proof of work that is small enough for tests. */
const LITTLE: ProofWork = { parts: 3, bits: 3, rounds: 10 };

let app: TestApp;
beforeAll(async () => {
  // A captcha expires only when a test advances the clock, however long solving it takes.
  vi.useFakeTimers({ toFake: ["Date"] });
  app = await createTestApp();
});
afterAll(async () => {
  await app?.close();
  vi.useRealTimers();
});

async function solvePart({ captchaId: id, ...work }: CaptchaProof, part: number): Promise<number> {
  for (let first = 0; ; first += 4) {
    const tried = [0, 1, 2, 3].map((more) =>
      provesPart({ id, part, number: String(first + more) }, work),
    );
    const found = (await Promise.all(tried)).indexOf(true);
    if (found >= 0) {
      return first + found;
    }
  }
}

async function solve(proof: CaptchaProof): Promise<string> {
  const numbers: number[] = [];
  for (let part = 0; part < proof.parts; part += 1) {
    numbers.push(await solvePart(proof, part));
  }
  return numbers.join(".");
}

/** Returns the error code for an answer, or "passed" if it was accepted. */
async function outcome(id: string, code: string): Promise<string> {
  return spendCaptcha(app.context, id, code).then(
    () => "passed",
    (error: { readonly code?: string }) => error.code ?? "fault",
  );
}

test("captcha: a browser's proof of work is accepted once, in place of an answer", async () => {
  const { status, headers, json } = await app.call("GET", "/api/captcha/proof?t=1");
  expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(json).toEqual({ captchaId: json.captchaId, ...PROOF_WORK, expiresInSeconds: 120 });
  const proof = { captchaId: json.captchaId, captchaCode: await solve(json) };
  const asked = { email: newAddress(), purpose: "register", ...proof };
  const first = await app.call("POST", "/api/auth/send-code", { body: asked });
  expect(first.status).toBe(200);
  const again = await register(app, { email: newAddress(), ...proof });
  expect([again.status, again.json.code]).toEqual([400, "captcha_invalid"]);
}, 600_000);

test("captcha: a proof is valid only for its captcha, and one attempt consumes it", async () => {
  const [one, other] = [
    await issueCaptchaProof(app.context, { ...LITTLE, bits: 8 }),
    await issueCaptchaProof(app.context, { ...LITTLE, bits: 8 }),
  ];
  const code = await solve(one);
  expect(await outcome(other.captchaId, code)).toBe("captcha_invalid");
  expect(await outcome(other.captchaId, await solve(other))).toBe("captcha_invalid");
  expect(await outcome(one.captchaId, code)).toBe("passed");
});

test("captcha: a proof with missing parts or in another format is rejected", async () => {
  const changes: readonly ((code: string) => string)[] = [
    (code) => code.slice(0, code.lastIndexOf(".")),
    (code) => `${code}.0`,
    (code) => `0${code}`,
    (code) => code.replaceAll(".", ","),
    (code) => `-${code}`,
    (code) => code.replace(/^\d+/, "0x1"),
    () => "TESTER",
    () => "..",
  ];
  for (const change of changes) {
    const proof = await issueCaptchaProof(app.context, LITTLE);
    const code = change(await solve(proof));
    expect([code, await outcome(proof.captchaId, code)]).toEqual([code, "captcha_invalid"]);
  }
  const picture = await captcha(app);
  expect(await outcome(picture.captchaId, "0.0.0")).toBe("captcha_invalid");
});

test("captcha: a proof-of-work captcha expires after 120 seconds", async () => {
  const [inTime, late] = [
    await issueCaptchaProof(app.context, LITTLE),
    await issueCaptchaProof(app.context, LITTLE),
  ];
  app.clock.advance(119);
  expect(await outcome(inTime.captchaId, await solve(inTime))).toBe("passed");
  app.clock.advance(1);
  expect(await outcome(late.captchaId, await solve(late))).toBe("captcha_invalid");
});
