import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { addressBucket } from "../../platform/http/client-address.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  captcha,
  newAddress,
  register,
  sendCode,
  signIn,
} from "../people/account-flows.fixtures.ts";
import { countFailure } from "../sign-in/sign-in-failures.repository.ts";
import { takeMailQuota } from "./mail-quota.ts";

let test: TestApp;

beforeAll(async () => {
  // Time passes only when a test advances the clock, so that no window ends between calls.
  vi.useFakeTimers({ toFake: ["Date"] });
  test = await createTestApp({ env: { RATE_LIMITS: "on" } });
});
afterAll(async () => {
  await test?.close();
  vi.useRealTimers();
});
// Each test starts in a new rate-limit window.
beforeEach(() => test.clock.advance(86_400));

async function statuses(count: number, call: (index: number) => Promise<{ status: number }>) {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) {
    seen.push((await call(index)).status);
  }
  return seen;
}

it("account limits: an IP address may try five sign-ins in ten seconds, for any name", async () => {
  const ip = "203.0.113.7";
  const seen = await statuses(6, (index) => signIn(test, `name${index}`, "wrong", { ip }));
  expect(seen).toEqual([401, 401, 401, 401, 401, 429]);
  const { headers, json } = await signIn(test, "another", "wrong", { ip });
  expect(json.code).toBe("rate_limited");
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect((await signIn(test, "another", "wrong", { ip: "203.0.113.8" })).status).toBe(401);
  test.clock.advance(10);
  expect((await signIn(test, "another", "wrong", { ip })).status).toBe(401);
});

it("account limits: an IPv6 /64 counts as one address, and IPv4-mapped IPv6 as IPv4", async () => {
  const addresses = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:0db8:0001:0002:a:b:c:d"];
  const ipOf = (index: number) => addresses[index % addresses.length] ?? "";
  const seen = await statuses(6, (index) => signIn(test, "x", "y", { ip: ipOf(index) }));
  expect(seen.at(-1)).toBe(429);
  await statuses(5, () => signIn(test, "x1", "y", { ip: "198.51.100.4" }));
  expect((await signIn(test, "x1", "y", { ip: "::ffff:198.51.100.4" })).status).toBe(429);
});

it("account limits: forwarded IP addresses are ignored", async () => {
  const ip = "203.0.113.9";
  const seen = await statuses(6, (index) => {
    const headers = { "x-forwarded-for": `10.0.0.${index}`, "x-real-ip": `10.0.0.${index}` };
    return signIn(test, "x2", "y", { ip, headers });
  });
  expect(seen.at(-1)).toBe(429);
});

it("account limits: attempts on a name from one network slow down until one succeeds", async () => {
  const { email, password } = await test.signUp();
  const names = [email, newAddress("nobody")];
  for (const [place, name] of names.entries()) {
    const ip = `192.0.2.${place}`;
    const seen = await statuses(11, (index) => {
      // The attempts are slow enough that the IP address itself does not reach its limit.
      test.clock.advance(index === 4 || index === 8 ? 10 : 0);
      return signIn(test, name, "wrong", { ip });
    });
    expect(seen).toEqual([...Array<number>(10).fill(401), 429]);
  }
  const ip = "192.0.2.0";
  test.clock.advance(60);
  expect((await signIn(test, email, password, { ip })).status).toBe(200);
  expect((await signIn(test, email, "wrong", { ip })).status).toBe(401);
});

/** Counts a failed attempt right away, without the delay. */
async function tryWrongly(name: string, ip: string): Promise<void> {
  const { keys, db, clock } = test.context;
  const nameHash = keys.hmac("sign-in-name", name.toLowerCase());
  const networkHash = keys.hmac("sign-in-network", addressBucket(ip));
  await countFailure(db.kysely, { nameHash, networkHash }, clock.now());
}

/** Counts failed attempts to sign in with a name from many IP addresses. */
async function tryFromEverywhere(name: string, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const ip = `198.18.${Math.floor(index / 250)}.${index % 250}`;
    await tryWrongly(name, ip);
  }
}

it("account limits: failures on one network lock out no customers on other networks", async () => {
  const { email, password } = await test.signUp();
  for (let tries = 0; tries < 99; tries += 1) {
    await tryWrongly(email, "192.0.2.66");
  }
  expect((await signIn(test, email, "wrong", { ip: "192.0.2.66" })).status).toBe(429);
  expect((await signIn(test, email, password, { ip: "192.0.2.67" })).status).toBe(200);
});

it("account limits: failures slow down strangers, but not the owner's network", async () => {
  const { email, password } = await test.signUp();
  const home = "192.0.2.68";
  expect((await signIn(test, email, password, { ip: home })).status).toBe(200);
  await tryFromEverywhere(email, 120);
  const strange = await signIn(test, email, password, { ip: "192.0.2.69" });
  expect([strange.status, strange.headers["retry-after"]]).toEqual([429, "30"]);
  expect((await signIn(test, email, "wrong", { ip: home })).status).toBe(401);
  expect((await signIn(test, email, password, { ip: home })).status).toBe(200);
  await tryFromEverywhere(email, 120);
  test.clock.advance(30);
  expect((await signIn(test, email, password, { ip: "192.0.2.69" })).status).toBe(200);
});

it("account limits: after the delay, only one concurrent attempt is evaluated", async () => {
  const { email } = await test.signUp();
  for (const name of [email, newAddress("nobody")]) {
    await tryFromEverywhere(name, 100);
    test.clock.advance(60);
    const tried = Array.from({ length: 12 }, (_, index) =>
      signIn(test, name, "wrong", { ip: `198.51.100.${index}` }),
    );
    const seen = (await Promise.all(tried)).map(({ status }) => status).sort();
    expect(seen).toEqual([401, ...Array<number>(11).fill(429)]);
  }
});

it("account limits: a network counts as the owner's for at most 90 days", async () => {
  const { email, password } = await test.signUp();
  const home = "192.0.2.70";
  expect((await signIn(test, email, password, { ip: home })).status).toBe(200);
  test.clock.advance(91 * 86_400);
  await tryFromEverywhere(email, 120);
  expect((await signIn(test, email, password, { ip: home })).status).toBe(429);
});

it("account limits: one recipient gets at most one code per minute, after a captcha", async () => {
  const email = newAddress();
  expect((await sendCode(test, email, "register")).status).toBe(200);
  const second = await sendCode(test, email, "register");
  expect([second.status, second.headers["retry-after"]]).toEqual([429, "60"]);
  test.clock.advance(61);
  const { captchaId } = await captcha(test);
  const body = { email, purpose: "register", captchaId, captchaCode: "wrong" };
  expect((await test.call("POST", "/api/auth/send-code", { body })).status).toBe(400);
  expect((await sendCode(test, email, "register")).status).toBe(200);
});

/**
 * Requests `count` emails to different recipients from one IP address. Returns how many requests
 * are accepted.
 */
async function takeMails(ip: string, count: number): Promise<number> {
  const recipients = Array.from({ length: count }, () => newAddress());
  const taken = await Promise.allSettled(
    recipients.map((email) =>
      takeMailQuota(test.context, { email, ip, recipientLimits: [], mailboxLimits: [] }),
    ),
  );
  return taken.filter(({ status }) => status === "fulfilled").length;
}

async function sendCodeFrom(ip: string, email: string) {
  const body = { email, purpose: "register", ...(await captchaOfAnybody()) };
  return test.call("POST", "/api/auth/send-code", { body, ip });
}

/** Draws each captcha from a different IP address, since one address may draw only a few. */
async function captchaOfAnybody() {
  const { headers } = await test.call("GET", "/api/captcha", { ip: otherAddress() });
  return { captchaId: String(headers["x-captcha-id"]), captchaCode: "TESTER" };
}

let addresses = 0;
function otherAddress(): string {
  addresses += 1;
  return `100.64.${Math.floor(addresses / 250)}.${addresses % 250}`;
}

it("account limits: others can register while twenty networks exceed the ceiling", async () => {
  const attackers = Array.from({ length: 20 }, (_, index) => `198.${20 + index}.100.1`);
  const granted = await Promise.all(attackers.map((ip) => takeMails(ip, 50)));
  const total = granted.reduce((sum, one) => sum + one, 0);
  // The ceiling, plus the share of at most ten for each of the twenty networks.
  expect(total).toBeGreaterThanOrEqual(600);
  expect(total).toBeLessThanOrEqual(800);
  // A newcomer can register by code and by link, within their network's share.
  const newcomer = "203.0.113.50";
  expect((await sendCodeFrom(newcomer, newAddress())).status).toBe(200);
  const byLink = { email: newAddress(), ...(await captchaOfAnybody()) };
  expect((await register(test, byLink, { ip: newcomer })).status).toBe(201);
  // A neighbor on an attacker's network exceeds that network's share.
  expect((await sendCodeFrom("198.20.100.2", newAddress())).status).toBe(429);
});

it("account limits: the IP addresses of one network share an email quota", async () => {
  const ofNetwork = Array.from({ length: 5 }, (_, index) => `198.51.7.${index + 1}`);
  const granted = await Promise.all(ofNetwork.map((ip) => takeMails(ip, 25)));
  expect(granted.reduce((sum, one) => sum + one, 0)).toBe(100);
  expect((await sendCodeFrom("198.51.7.9", newAddress())).status).toBe(429);
  expect((await sendCodeFrom("198.51.8.1", newAddress())).status).toBe(200);
});

it("account limits: requests from another network do not use up a recipient's quota", async () => {
  const email = newAddress();
  expect((await sendCodeFrom("198.51.9.1", email)).status).toBe(200);
  expect((await sendCodeFrom("198.51.9.2", email)).status).toBe(429);
  expect((await sendCodeFrom("203.0.113.60", email)).status).toBe(200);
});

it("account limits: one IP address may draw 20 captchas per minute", async () => {
  const seen = await statuses(21, () => test.call("GET", "/api/captcha", { ip: "192.0.2.77" }));
  expect(seen.filter((status) => status === 429)).toHaveLength(1);
});

it("account limits: captchas without a picture count toward the same limit of 20", async () => {
  const seen = await statuses(21, (index) =>
    test.call("GET", index < 10 ? "/api/captcha" : "/api/captcha/proof", { ip: "192.0.2.78" }),
  );
  expect(seen.filter((status) => status === 429)).toHaveLength(1);
});

it("account limits: an IP address's attempts are limited across all emailed codes", async () => {
  const email = newAddress();
  const seen = await statuses(26, (index) => {
    return register(test, { email, code: String(100_000 + index) });
  });
  expect(seen.at(-1)).toBe(429);
});

it("account limits: step-up tokens are limited per customer", async () => {
  const { token } = await test.signUp();
  const seen = await statuses(11, () =>
    test.call("POST", "/api/auth/proof", { token, body: { password: "wrong" } }),
  );
  expect(seen).toEqual([...Array<number>(10).fill(403), 429]);
});

it("account limits: the sandbox has no limits", async () => {
  const seen = await statuses(700, () => test.call("GET", "/sandbox/clock", { ip: "192.0.2.99" }));
  expect(new Set(seen)).toEqual(new Set([200]));
});

it("account limits: a customer may try eight usernames a day, an IP five a minute", async () => {
  const customer = await test.signUp();
  const { username: taken } = await test.signUp();
  const { token } = customer;
  const proof = await test.prove(customer);
  const choose = (index: number) =>
    test.call("PUT", "/api/auth/username", {
      token,
      ip: `198.51.100.${100 + Math.floor(index / 5)}`,
      headers: { "x-proof": proof },
      body: { username: taken },
    });
  const seen = await statuses(9, choose);
  expect(seen).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 429]);

  const others = await Promise.all(Array.from({ length: 6 }, () => test.signUp()));
  const seenByOne = await statuses(6, (index) =>
    test.call("PUT", "/api/auth/username", {
      token: others[index]?.token ?? "",
      ip: "198.51.100.120",
      body: { username: taken },
    }),
  );
  expect(seenByOne).toEqual([403, 403, 403, 403, 403, 429]);
});
