import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { bodyHashOf, createVouches, type Vouch, type VouchedOperator } from "./vouch.ts";

const REQUEST = { method: "POST", url: "/api/customer/login" };
const VOUCH: Vouch = {
  cell: 2,
  requestId: "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f",
  ip: "203.0.113.7",
  passes: 1,
  captchaId: "c1_abc",
};

let nowMs = 1_000_000_000_000;

function vouchesOf(key: string) {
  const hmac = (purpose: string, data: string | Buffer) =>
    createHmac("sha256", `${purpose} ${key}`).update(data).digest();
  return createVouches({ hmac }, () => nowMs);
}

const own = vouchesOf("own");
const written = () => own.write(VOUCH, REQUEST);

it("a vouch: tells the cell it was written for what the other server knows", () => {
  expect(own.read(written(), REQUEST, 2)).toEqual(VOUCH);
});

it("a vouch: is refused in another cell than the one it names", () => {
  expect(own.read(written(), REQUEST, 3)).toBeUndefined();
});

it("a vouch: is refused from a program with another root key", () => {
  expect(vouchesOf("other").read(written(), REQUEST, 2)).toBeUndefined();
});

it("a vouch: is refused with another request", () => {
  expect(own.read(written(), { ...REQUEST, url: "/api/auth/proof" }, 2)).toBeUndefined();
  expect(own.read(written(), { ...REQUEST, method: "GET" }, 2)).toBeUndefined();
});

it("a vouch: is refused after half a minute, and if it comes from the future", () => {
  const early = written();
  nowMs += 30_001;
  expect(own.read(early, REQUEST, 2)).toBeUndefined();
  const late = written();
  nowMs -= 30_001;
  expect(own.read(late, REQUEST, 2)).toBeUndefined();
});

const OPERATOR: VouchedOperator = {
  ...{ id: "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f", homeCell: 1, username: "grace" },
  ...{ email: "grace@example.com", locale: "en", role: "auditor", revision: 3, inviterId: null },
  ...{ sessionId: "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e70", isProven: false, isPart: true },
  bodyHash: bodyHashOf(Buffer.from("{}")),
};

it("a vouch: names an operator, with or without a captcha", () => {
  const { captchaId: _, ...without } = VOUCH;
  for (const vouch of [VOUCH, without]) {
    const text = own.write({ ...vouch, operator: OPERATOR }, REQUEST);
    expect(own.read(text, REQUEST, 2)).toEqual({ ...vouch, operator: OPERATOR });
  }
});

it("a vouch: no text of a client becomes an operator", () => {
  const captchaId = `c1_abc\n${JSON.stringify(OPERATOR)}`;
  expect(() => own.write({ ...VOUCH, captchaId }, REQUEST)).toThrow("line break");
  const operator = { ...OPERATOR, username: "grace\nada" };
  const { captchaId: _, ...without } = VOUCH;
  const text = own.write({ ...without, operator }, REQUEST);
  expect(own.read(text, REQUEST, 2)?.operator).toEqual(operator);
});

it.each([
  ["nothing", ""],
  ["text", "cell 2"],
  ["no signature", `${Buffer.from("2\nid\n203.0.113.7\n1\n0").toString("base64url")}.`],
  ["10,000 characters", "x".repeat(10_000)],
])("a vouch: is refused if it is %s", (_name, text) => {
  expect(own.read(text, REQUEST, 2)).toBeUndefined();
});

it("a vouch: is refused with anything added, also where it decodes to the same bytes", () => {
  const text = written();
  for (const added of [".", ".x", "=", "A", " "]) {
    expect(own.read(`${text}${added}`, REQUEST, 2)).toBeUndefined();
  }
  // The last of 43 characters carries four bits of the signature and two that mean nothing.
  const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = characters.indexOf(text.at(-1) ?? "");
  const same = `${text.slice(0, -1)}${characters[last + 1]}`;
  const signatureOf = (whole: string) => Buffer.from(whole.split(".")[1] ?? "", "base64url");
  expect(signatureOf(same)).toEqual(signatureOf(text));
  expect(own.read(same, REQUEST, 2)).toBeUndefined();
});

it("a vouch: is refused if one character of it was changed", () => {
  const text = written();
  for (let place = 0; place < text.length; place += 1) {
    const changed = text[place] === "A" ? "B" : "A";
    const forged = `${text.slice(0, place)}${changed}${text.slice(place + 1)}`;
    expect(own.read(forged, REQUEST, 2)).toBeUndefined();
  }
});
