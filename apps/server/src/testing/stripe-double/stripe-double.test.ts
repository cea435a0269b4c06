import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { libraryCalls, libraryHeaders } from "./library-calls.ts";
import { type StripeDouble, startStripeDouble } from "./stripe-double.ts";

const KEY = "sk_test_double0123456789";
const CARDHOLDER = {
  type: "company",
  name: "Tessera",
  billing: { address: { line1: "1 Way", city: "Reno", postal_code: "89502", country: "US" } },
} as const;

let double: StripeDouble;
let stripe: Stripe;
let seen = 0;

beforeAll(async () => {
  double = await startStripeDouble(KEY);
  const { hostname: host, port } = new URL(double.url);
  stripe = new Stripe(KEY, { host, port, protocol: "http", telemetry: false });
});
afterAll(() => double?.close());
beforeEach(() => {
  seen = double.violations.length;
});

/** Returns the violations that the double recorded in this test. */
function found(): readonly string[] {
  return double.violations.slice(seen);
}

async function ask(
  path: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const response = await fetch(`${double.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  return response.status;
}

test("Stripe double: accepts the calls and headers of the installed library", () => {
  const calls = libraryCalls().map(({ method, path }) => `${method} ${path}`);
  expect(calls).toContain("POST /v1/issuing/cardholders");
  expect(calls).toContain("POST /v1/issuing/cards/:id");
  expect(calls).toContain("GET /v1/issuing/transactions/:id");
  expect(calls).toContain("POST /v1/ephemeral_keys");
  expect([...libraryHeaders()]).toEqual(
    expect.arrayContaining(["stripe-version", "idempotency-key", "user-agent"]),
  );
});

test("Stripe double: works with the real library, and creates one object per key", async () => {
  const options = { idempotencyKey: "one" };
  const first = await stripe.issuing.cardholders.create(CARDHOLDER, options);
  const again = await stripe.issuing.cardholders.create(CARDHOLDER, options);
  expect(again.id).toBe(first.id);
  const other = { ...CARDHOLDER, name: "Another" };
  await expect(stripe.issuing.cardholders.create(other, options)).rejects.toMatchObject({
    type: "StripeIdempotencyError",
  });
  expect(found()).toEqual([]);
});

test("Stripe double: a request with a lost response takes effect; a retry returns it", async () => {
  const before = double.world.all("issuing.cardholder").length;
  double.loseAnswers(1, "POST /v1/issuing/cardholders");
  const made = await stripe.issuing.cardholders.create(CARDHOLDER, { idempotencyKey: "lost" });
  expect(double.world.all("issuing.cardholder")).toHaveLength(before + 1);
  expect(double.world.find(made.id)).toBeDefined();
});

const LIMIT = "&spending_controls[spending_limits][0]";

describe("Stripe double: rejects", () => {
  const card = "cardholder=ich_1&currency=usd&type=virtual";
  const key = { "idempotency-key": "k" };
  test.each([
    ["a path", "/v1/issuing/kards", card, "no call of the library"],
    ["a method", "/v1/issuing/cardholders/ich_1/x", undefined, "no call of the library"],
    ["a parameter", "/v1/issuing/cards", `${card}&color=red`, "color is no parameter"],
    [
      "a parameter inside another",
      "/v1/issuing/cards",
      `${card}${LIMIT}[amount]=1${LIMIT}[interval]=hourly`,
      "interval cannot be hourly",
    ],
    ["a value", "/v1/issuing/cards", `${card}&status=canceled`, "status cannot be canceled"],
    [
      "a number that is none",
      "/v1/issuing/cards",
      `${card}${LIMIT}[amount]=1.5${LIMIT}[interval]=daily`,
      "amount is no integer",
    ],
    [
      "what is missing",
      "/v1/issuing/cards",
      "cardholder=ich_1&type=virtual",
      "currency is missing",
    ],
  ])("%s that the library does not have", async (_, path, body, complaint) => {
    expect(await ask(path, body, body === undefined ? {} : key)).toBe(400);
    expect(found().join("\n")).toContain(complaint);
  });

  test("a header that the library does not send", async () => {
    await ask("/v1/issuing/cards/ic_1", undefined, { "x-card-number": "4242" });
    expect(found().join("\n")).toContain("has the header x-card-number");
  });

  test("a wrong API key, and a create request without an Idempotency-Key", async () => {
    await ask("/v1/issuing/cards", card, { authorization: "Bearer sk_test_other" });
    expect(found().join("\n")).toContain("has no key");
    expect(found().join("\n")).toContain("creates without an Idempotency-Key");
  });
});
