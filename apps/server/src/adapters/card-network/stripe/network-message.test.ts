import { describe, expect, test } from "vitest";
import { eventOf } from "../../../testing/stripe-double/stripe-network.ts";
import { newObject } from "../../../testing/stripe-double/stripe-objects.ts";
import {
  authorizationOf,
  messageOf,
  transactionOf,
  UnreadableMessageError,
} from "./network-message.ts";

// Stripe's published example objects, with the changes needed for each case.
const authorization = (changes: object = {}) => newObject("issuing.authorization", changes);
const transaction = (changes: object = {}) => newObject("issuing.transaction", changes);

describe("a Stripe event", () => {
  test("is parsed completely, without querying Stripe, if it requires a response", () => {
    const asked = authorization();
    expect(messageOf(eventOf("issuing_authorization.request", asked))).toEqual({
      kind: "asked",
      authorisationId: asked.id,
      issuerCardId: asked.card.id,
      amountMinor: 700n,
      currency: "USD",
      merchant: { name: "Rocket Rides", mcc: "4121", country: "US", category: "travel" },
      expiryCheck: "match",
      cvvCheck: "match",
    });
  });

  test.each([
    ["issuing_authorization.created", "authorisation"],
    ["issuing_authorization.updated", "authorisation"],
    ["issuing_transaction.created", "transaction"],
    ["issuing_card.updated", "ignored"],
    ["charge.succeeded", "ignored"],
  ])("%s yields only its type and the id to query", (type, kind) => {
    const object = transaction();
    expect(messageOf(eventOf(type, object))).toEqual({ kind, objectId: object.id });
  });

  test.each([
    // Stripe keeps two decimals for a currency that has lost them, and states whole ariary.
    ["isk", 50_000, 500n],
    ["mga", 500, 50_000n],
    ["jpy", 500, 500n],
    ["kwd", 1_250, 1_250n],
  ])("states the merchant's amount in %s in minor units", (currency, amount, amountMinor) => {
    const both = { merchant_amount: -amount, merchant_currency: currency };
    const { merchantAmount } = transactionOf(transaction(both));
    expect(merchantAmount).toEqual({ amountMinor, currency: currency.toUpperCase() });
  });

  test.each([
    ["accepts zero, for account verification", 0, 0n],
    ["keeps the largest exact integer exact", Number.MAX_SAFE_INTEGER, 9_007_199_254_740_991n],
  ])("%s", (_, amount, amountMinor) => {
    const pending = { ...authorization().pending_request, amount };
    const event = eventOf(
      "issuing_authorization.request",
      authorization({ pending_request: pending }),
    );
    expect(messageOf(event)).toMatchObject({ amountMinor });
  });

  test.each([-1, 0.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN, "700", null])(
    "is unreadable if it requests %s",
    (amount) => {
      const pending = { ...authorization().pending_request, amount };
      const event = {
        type: "issuing_authorization.request",
        data: { object: authorization({ pending_request: pending }) },
      };
      expect(() => messageOf(Object(event))).toThrow(UnreadableMessageError);
    },
  );
});

describe("a Stripe transaction", () => {
  test.each([
    ["leaves the card if it is a capture", -100, "out", 100n],
    ["reaches the card if it is a refund", 100, "in", 100n],
  ])("%s", (_, amount, direction, amountMinor) => {
    expect(transactionOf(transaction({ amount }))).toMatchObject({ direction, amountMinor });
  });

  test("has no currency if its currency is unsupported, and may lack an authorization id", () => {
    const read = transactionOf(transaction({ currency: "jpy", authorization: null }));
    expect(read).toMatchObject({ currency: null, authorisationId: null });
  });

  test("has an empty merchant name if none was sent, without bytes that cannot be stored", () => {
    const { merchant_data: merchant } = transaction();
    const nameless = transactionOf(transaction({ merchant_data: { ...merchant, name: null } }));
    expect(nameless.merchant.name).toBe("");
    const odd = transactionOf(transaction({ merchant_data: { ...merchant, name: "A\u0000B" } }));
    expect(odd.merchant.name).toBe("AB");
  });
});

describe("a Stripe authorization", () => {
  test("counts as approved if any of its requests was approved", () => {
    const history = [{ approved: true }, { approved: false }];
    const read = authorizationOf(authorization({ approved: false, request_history: history }));
    expect(read.isApproved).toBe(true);
    expect(authorizationOf(authorization({ approved: false })).isApproved).toBe(false);
  });

  test("is pending while a request awaits a response", () => {
    expect(authorizationOf(authorization()).isAsking).toBe(true);
    expect(authorizationOf(authorization({ pending_request: null })).isAsking).toBe(false);
  });

  test("is unreadable if its status is unknown", () => {
    const odd = authorization({ status: "sleeping" });
    expect(() => authorizationOf(odd)).toThrow(UnreadableMessageError);
  });
});
