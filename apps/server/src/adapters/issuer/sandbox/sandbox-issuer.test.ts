import { createHmac } from "node:crypto";
import { CARD_NETWORKS } from "@tessera/contract/cards/cards.schemas";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passesLuhn } from "../../../platform/telemetry/masking.ts";
import { luhnCheckDigit } from "../luhn.policy.ts";
import { createSandboxIssuer } from "./sandbox-issuer.ts";

const issuer = createSandboxIssuer((data) => createHmac("sha256", "test").update(data).digest());
const issuedAt = new Date("2026-11-21T00:00:00Z");
const order = {
  orderKey: "0".repeat(64),
  currency: "USD",
  limits: { perTransactionMinor: 1n, dailyMinor: 2n, monthlyMinor: 3n },
  billingAddress: {
    assignment: "auto",
    line1: "1209 Orange Street",
    line2: null,
    city: "Wilmington",
    region: "DE",
    postalCode: "19801",
    country: "US",
  },
  holder: null,
  issuedAt,
} as const;

describe("the Luhn formula", () => {
  test.each(["4111111111111111", "378282246310005", "6011111111111117", "3530111333300000"])(
    "accepts the networks' published test number %s",
    (pan) => {
      expect(passesLuhn(pan)).toBe(true);
      expect(luhnCheckDigit(pan.slice(0, -1))).toBe(pan.at(-1));
    },
  );

  test("detects any single-digit error", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{15}$/),
        fc.nat(15),
        fc.integer({ min: 1, max: 9 }),
        (payload, place, shift) => {
          const pan = payload + luhnCheckDigit(payload);
          const wrong = String((Number(pan[place]) + shift) % 10);
          expect(passesLuhn(pan)).toBe(true);
          expect(passesLuhn(pan.slice(0, place) + wrong + pan.slice(place + 1))).toBe(false);
        },
      ),
    );
  });
});

describe("the sandbox issuer", () => {
  test.each(CARD_NETWORKS)("creates a valid %s PAN in its BIN", async (network) => {
    const bin = network === "amex" ? "379120" : "485998";
    const card = await issuer.issue({ ...order, requestId: "one", attempt: 0, network, bin });
    expect(card.pan).toMatch(new RegExp(`^${bin}[0-9]{${network === "amex" ? 9 : 10}}$`));
    expect(passesLuhn(card.pan)).toBe(true);
    expect(card).toMatchObject({ expiryMonth: 11, expiryYear: 2029 });
  });

  test("returns the same card for the same request, and a new card for a new attempt", async () => {
    const request = { ...order, requestId: "one", network: "visa", bin: "485998" } as const;
    const first = await issuer.issue({ ...request, attempt: 0 });
    expect(await issuer.issue({ ...request, attempt: 0 })).toEqual(first);
    expect((await issuer.issue({ ...request, attempt: 1 })).pan).not.toBe(first.pan);
  });
});
