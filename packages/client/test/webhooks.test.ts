import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { signWebhook, verifyWebhook, WebhookError, type WebhookInput } from "../src/webhooks.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const AT = new Date("2026-11-28T09:30:00Z");

const EVENT = {
  id: "evt_1",
  type: "payment.declined",
  version: 1,
  at: "2026-11-28T09:29:58.120Z",
  customer: "cus_1",
  object: { type: "movement", id: "mov_1" },
  sequence: 3,
  block: 41,
};
const BODY = JSON.stringify(EVENT);

async function delivered(secret = SECRET, at = AT) {
  return signWebhook({ id: EVENT.id, body: BODY, secret, at });
}

async function refusal(input: Partial<WebhookInput>): Promise<string> {
  const headers = await delivered();
  const given = { body: BODY, headers, secret: SECRET, now: AT, ...input };
  const error = await verifyWebhook(given).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WebhookError);
  return (error as WebhookError).reason;
}

describe("webhooks and the reference library", () => {
  it("client: accepts what the reference library signs", async () => {
    const now = new Date();
    const headers = {
      "webhook-id": EVENT.id,
      "webhook-timestamp": `${Math.floor(now.getTime() / 1_000)}`,
      "webhook-signature": new Webhook(SECRET).sign(EVENT.id, now, BODY),
    };
    expect(await verifyWebhook({ body: BODY, headers, secret: SECRET, now })).toEqual(EVENT);
  });

  it("client: signs what the reference library accepts", async () => {
    const headers = await signWebhook({ id: EVENT.id, body: BODY, secret: SECRET });
    expect(new Webhook(SECRET).verify(BODY, headers)).toEqual(EVENT);
    expect(() => new Webhook(OTHER).verify(BODY, headers)).toThrow();
  });

  it("client: computes the signature that the specification's libraries publish", async () => {
    const headers = await signWebhook({
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      body: '{"test": 2432232314}',
      secret: SECRET,
      at: new Date(1_614_265_330_000),
    });
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });
});

describe("a webhook", () => {
  it("client: accepts a webhook in the forms in which runtimes hand it over", async () => {
    const headers = await delivered();
    const bytes = new TextEncoder().encode(BODY);
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const given of [
      { body: BODY, headers },
      { body: bytes, headers: new Headers(headers) },
      { body: bytes.buffer, headers: upper },
    ]) {
      expect(await verifyWebhook({ ...given, secret: SECRET, now: AT })).toEqual(EVENT);
    }
  });

  it("client: accepts any of several signatures by any of several secrets", async () => {
    const { "webhook-signature": own, ...rest } = await delivered();
    const { "webhook-signature": other } = await delivered(OTHER);
    const headers = { ...rest, "webhook-signature": `v1a,AAAA ${other} ${own}` };
    const base = { body: BODY, headers, now: AT };
    expect(await verifyWebhook({ ...base, secret: SECRET })).toEqual(EVENT);
    expect(await verifyWebhook({ ...base, secret: [OTHER] })).toEqual(EVENT);
    const unknown = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    expect(await verifyWebhook({ ...base, secret: [unknown, SECRET] })).toEqual(EVENT);
    expect(await refusal({ headers, secret: unknown })).toBe("signature");
  });

  it("client: refuses every body, id and time that was not signed", async () => {
    const headers = await delivered();
    const bytes = new TextEncoder().encode(BODY);
    for (let n = 0; n < bytes.length; n += 1) {
      const changed = Uint8Array.from(bytes);
      changed[n] = (changed[n] ?? 0) ^ 1;
      expect(await refusal({ body: changed })).toBe("signature");
    }
    expect(await refusal({ headers: { ...headers, "webhook-id": "evt_2" } })).toBe("signature");
    const later = `${Number(headers["webhook-timestamp"]) + 1}`;
    expect(await refusal({ headers: { ...headers, "webhook-timestamp": later } })).toBe(
      "signature",
    );
    const pretty = JSON.stringify(EVENT, undefined, 2);
    expect(await refusal({ body: pretty })).toBe("signature");
  });

  it("client: refuses a webhook that is too old or from the future", async () => {
    const at = (seconds: number) => new Date(AT.getTime() + seconds * 1_000);
    expect(await refusal({ now: at(301) })).toBe("time");
    expect(await refusal({ now: at(-301) })).toBe("time");
    expect(await refusal({ now: at(11), toleranceSeconds: 10 })).toBe("time");
    const headers = await delivered();
    const edge = { body: BODY, headers, secret: SECRET, now: at(300) };
    expect(await verifyWebhook(edge)).toEqual(EVENT);
  });

  it.each([
    ["without an id", "webhook-id", "", "header"],
    ["without a time", "webhook-timestamp", "", "header"],
    ["with a time in words", "webhook-timestamp", "soon", "header"],
    ["with a time in fractions", "webhook-timestamp", "1.5", "header"],
    ["without a signature", "webhook-signature", "", "header"],
    ["with a signature of another kind", "webhook-signature", "v2,AAAA", "signature"],
    ["with a signature that is not base64", "webhook-signature", "v1,%%%", "signature"],
    ["with a short signature", "webhook-signature", "v1,AAAA", "signature"],
  ])("client: refuses a webhook %s", async (_, name, value, reason) => {
    const headers = { ...(await delivered()), [name]: value };
    expect(await refusal({ headers })).toBe(reason);
  });

  it("client: returns the challenge that a new endpoint has to respond with", async () => {
    const challenge = { type: "webhook.challenge", challenge: "b7Jw0fX2m1" };
    const body = JSON.stringify(challenge);
    const headers = await signWebhook({ id: "challenge_1", body, secret: SECRET, at: AT });
    expect(await verifyWebhook({ body, headers, secret: SECRET, now: AT })).toEqual(challenge);
    expect(await refusal({ body, headers, secret: OTHER })).toBe("signature");
  });

  it("client: refuses a signed body that is not an event", async () => {
    const bodies = ["", "null", "[]", "{", '{"id":"evt_1"}', '{"id":1,"type":"a","object":{}}'];
    for (const body of [...bodies, new Uint8Array([0xff, 0xfe])]) {
      const headers = await signWebhook({ id: "evt_1", body, secret: SECRET, at: AT });
      expect(await refusal({ body, headers })).toBe("body");
    }
  });

  it("client: names no secret in the error for a malformed one", async () => {
    const headers = await delivered();
    const given = { body: BODY, headers, secret: "whsec_not base64!", now: AT };
    await expect(verifyWebhook(given)).rejects.toThrow(/^A webhook secret is whsec_ followed/);
  });
});
