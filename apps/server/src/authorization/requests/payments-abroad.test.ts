import { formatAmount } from "@tessera/money";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  ownPayment,
  pay,
  readCard,
  SEGMENTS,
  send,
  setForeignPayments,
  type TestCard,
} from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

/** Puts a rate in force: how many dollars a pound costs. A euro costs one dollar. */
async function poundCosts(dollars: string): Promise<void> {
  const gbpPerEuro = 10n ** 16n / BigInt(dollars.replace(".", "").padEnd(9, "0"));
  days += 1;
  await app.context.db.sql`
    insert into rate_sheet (provider, rated_at, source, usd_per_euro, cny_per_euro, fetched_at,
      others_per_euro)
    values ('bundled', ${new Date(Date.UTC(2027, 0, 1 + days))}, 'Test rates', 100000000, 800000000,
      now(), ${JSON.stringify({ GBP: gbpPerEuro.toString(), JPY: "15000000000" })}::text::jsonb)`;
}
let days = 0;

beforeEach(() => poundCosts("1.25"));

/** Creates a customer with a card in dollars that has 200.00 on it. */
async function funded(onCardMinor = 20_000n) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, onCardMinor);
  return { customer, card };
}

async function moneyOf(customer: TestCustomer, card: TestCard) {
  const { balance, held, spentToday } = await readCard(app, customer, card);
  return { balance, held, spentToday };
}

async function detailOf(customer: TestCustomer, authorizationId: string) {
  const id = authorizationId.replace("auth_", "mov_");
  return expectStatus(await app.call(customer, `GET /api/transactions/${id}`), 200).body;
}

/** Returns what the program earned as markups in dollars. */
async function markups(customer: TestCustomer): Promise<bigint> {
  const [row] = await app.context.db.sql<{ minor: bigint }[]>`
    select coalesce(sum(t.amount), 0)::bigint as minor
    from ledger.transfer t join ledger.movement m on m.id = t.movement_id
    where m.customer_id = ${customer.customerId} and t.credit_account = 101
      and m.kind in ('clearing', 'force_post')`;
  return row?.minor ?? 0n;
}

const pounds = (amount: string) => ({ amount, currency: "GBP", cvv: null }) as const;

describe("a payment in another currency", () => {
  test("is converted with the markup, held with the buffer, and cleared as approved", async () => {
    const { customer, card } = await funded();
    const answer = await network(app, "authorize", card, pounds("80.00"));
    // 80.00 GBP are 100.00 USD, with 1% markup 101.00, and 3% of that is held in addition.
    expect(answer).toMatchObject({
      approved: true,
      approvedAmount: "101.00",
      currency: "USD",
      merchantAmount: { amount: "80.00", currency: "GBP" },
    });
    expect(await moneyOf(customer, card)).toEqual({
      balance: "200.00",
      held: "104.03",
      spentToday: "101.00",
    });
    const pending = await detailOf(customer, answer.authorizationId);
    expect(pending).toMatchObject({ amount: "-101.00", fee: "1.00", status: "processing" });
    expect(pending.exchange).toMatchObject({
      ...{ amount: "80.00", currency: "GBP", rate: "1.25", by: "program", source: "Test rates" },
      ...{ markupBasisPoints: 100, bufferBasisPoints: 300 },
    });
    const { authorizationId } = answer;
    expectStatus(await send(app, "clear", { authorizationId }), 200);
    expect(await moneyOf(customer, card)).toEqual({
      balance: "99.00",
      held: "0.00",
      spentToday: "101.00",
    });
    expect(await markups(customer)).toBe(100n);
  });

  test("is cleared at the rate of the clearing, and releases the rest of the buffer", async () => {
    const { customer, card } = await funded();
    const { authorizationId } = await network(app, "authorize", card, pounds("80.00"));
    await poundCosts("1.27");
    const clear = { authorizationId, amount: "80.00", currency: "GBP" };
    const cleared = expectStatus(await send(app, "clear", clear), 200);
    // 101.60 and a markup of 1.02.
    expect(cleared.body).toMatchObject({ approved: true, amount: "102.62", currency: "USD" });
    expect(await moneyOf(customer, card)).toEqual({
      balance: "97.38",
      held: "0.00",
      spentToday: "102.62",
    });
    const detail = await detailOf(customer, authorizationId);
    expect(detail).toMatchObject({ amount: "-102.62", fee: "1.02", status: "completed" });
    expect(detail.exchange).toMatchObject({
      amount: "80.00",
      currency: "GBP",
      rate: expect.stringMatching(/^1\.27/),
    });
    expect(detail.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      "purchase",
      "clearing",
    ]);
  });

  test("that moves further than its buffer is paid as a force post for the excess", async () => {
    const { customer, card } = await funded();
    const { authorizationId } = await network(app, "authorize", card, pounds("80.00"));
    await poundCosts("1.50");
    const clear = { authorizationId, amount: "80.00", currency: "GBP" };
    expect(expectStatus(await send(app, "clear", clear), 200).body.amount).toBe("121.20");
    expect((await moneyOf(customer, card)).balance).toBe("78.80");
    const detail = await detailOf(customer, authorizationId);
    expect(detail).toMatchObject({ amount: "-121.20", fee: "1.20" });
    expect(detail.timeline.at(-1)).toMatchObject({
      kind: "force_post",
      labels: ["over_tolerance"],
    });
    expect(await markups(customer)).toBe(120n);
  });

  test("uses the amount of the network if it states one, without markup and buffer", async () => {
    const { customer, card } = await funded();
    const billing = { amount: "102.40", currency: "USD" };
    const answer = await network(app, "authorize", card, { ...pounds("80.00"), billing });
    expect(answer).toMatchObject({ approved: true, approvedAmount: "102.40" });
    expect(await moneyOf(customer, card)).toMatchObject({ held: "102.40" });
    const { authorizationId } = answer;
    const clear = { authorizationId, amount: "80.00", currency: "GBP" };
    const settled = { ...clear, billing: { amount: "102.75", currency: "USD" } };
    expectStatus(await send(app, "clear", settled), 200);
    expect((await moneyOf(customer, card)).balance).toBe("97.25");
    const { exchange, fee } = await detailOf(customer, authorizationId);
    expect(exchange).toMatchObject({ by: "network", rate: "1.284375", markupBasisPoints: 0 });
    expect(fee).toBe("0.00");
  });

  test("needs its buffer in the balance, while limits do not count the buffer", async () => {
    const { customer, card } = await funded(10_402n);
    const short = await network(app, "authorize", card, pounds("80.00"));
    expect(short).toMatchObject({ approved: false, code: "insufficient_card_balance" });
    await fund(app, customer, card, 1n);
    const limits = { perTransaction: "101.00", daily: null, monthly: null };
    const { revision } = await readCard(app, customer, card);
    const put = `PUT /api/cards/${card.id}/limits` as const;
    expectStatus(await app.call(customer, put, { ...limits, revision }), 200);
    const answer = await network(app, "authorize", card, pounds("80.00"));
    expect(answer).toMatchObject({ approved: true, code: "approved" });
  });

  test("is approved in part for whole minor units of the merchant's currency", async () => {
    const { customer, card } = await funded(5_000n);
    const answer = await network(app, "authorize", card, {
      ...pounds("80.00"),
      named: { partialApproval: true },
    });
    // 38.44 GBP are 48.05 USD, with the markup 48.54, and with the buffer exactly 50.00.
    expect(answer).toMatchObject({
      approved: true,
      approvedAmount: "48.54",
      merchantAmount: { amount: "38.44", currency: "GBP" },
    });
    expect(await moneyOf(customer, card)).toMatchObject({ held: "50.00" });
  });

  test("in a currency without decimals is converted by its own minor unit", async () => {
    const { card } = await funded();
    const yen = { amount: "1500", currency: "JPY", cvv: null } as const;
    const answer = await network(app, "authorize", card, yen);
    expect(answer).toMatchObject({ approvedAmount: "10.10", merchantAmount: { amount: "1500" } });
    const half = await pay(app, "authorize", card, { ...yen, amount: "1500.50" });
    expect(expectStatus(half, 400).body.fields).toMatchObject([
      { path: "amount", code: "malformed_amount" },
    ]);
  });

  test("is declined where the owner has blocked it, and in a currency without a rate", async () => {
    const { customer, card } = await funded();
    const without = await network(app, "authorize", card, { ...pounds("1.00"), currency: "MNT" });
    expect(without).toMatchObject({ approved: false, code: "currency_unsupported" });
    await setForeignPayments(app, customer, card, "blocked");
    const blocked = await network(app, "authorize", card, pounds("1.00"));
    expect(blocked).toMatchObject({ approved: false, code: "currency_blocked" });
    const check = await network(app, "authorize", card, pounds("0.00"));
    expect(check).toMatchObject({ approved: false, code: "currency_blocked" });
    await setForeignPayments(app, customer, card, "allowed");
    const allowed = await network(app, "authorize", card, pounds("0.00"));
    expect(allowed).toMatchObject({ approved: true, approvedAmount: "0.00" });
    expect((await moneyOf(customer, card)).held).toBe("0.00");
  });

  test("retried under its reference gets the same answer at another rate", async () => {
    const { customer, card } = await funded();
    const named = { networkReference: newId() };
    const asked = { ...pounds("80.00"), named };
    const first = await network(app, "authorize", card, asked);
    await poundCosts("1.10");
    expect(await network(app, "authorize", card, asked)).toEqual(first);
    expect((await moneyOf(customer, card)).held).toBe("104.03");
  });
});

describe("the steps of an authorization in another currency", () => {
  test("raise, lower and release what is held, with its buffer", async () => {
    const { customer, card } = await funded();
    const { authorizationId } = await network(app, "authorize", card, pounds("40.00"));
    const change = (message: "increment" | "reverse" | "advice", amount: string) =>
      send(app, message, { authorizationId, amount, currency: "GBP" });
    const held = async () => (await moneyOf(customer, card)).held;
    // 50.50 and a buffer of 1.52.
    expect(await held()).toBe("52.02");
    expectStatus(await change("increment", "40.00"), 200);
    expect(await held()).toBe("104.04");
    // A quarter of the pending 101.00 remains: 25.25 with a buffer of 0.76.
    expectStatus(await change("reverse", "60.00"), 200);
    expect(await held()).toBe("26.01");
    expectStatus(await change("advice", "40.00"), 200);
    expect(await held()).toBe("52.02");
    const pending = await detailOf(customer, authorizationId);
    expect(pending).toMatchObject({ amount: "-50.50", fee: "0.50" });
    expect(pending.exchange).toMatchObject({ amount: "40.00" });
    const over = await change("reverse", "40.01");
    expect(expectStatus(over, 400).body.fields).toMatchObject([{ path: "amount" }]);
    expectStatus(await send(app, "reverse", { authorizationId }), 200);
    expect(await moneyOf(customer, card)).toEqual({
      balance: "200.00",
      held: "0.00",
      spentToday: "0.00",
    });
  });

  test("clear in parts, each at its own rate, and expire with the rest", async () => {
    const { customer, card } = await funded();
    const { authorizationId } = await network(app, "authorize", card, pounds("80.00"));
    const part = { authorizationId, amount: "40.00", currency: "GBP", final: false };
    expectStatus(await send(app, "clear", part), 200);
    await poundCosts("1.20");
    expectStatus(await send(app, "clear", { ...part, amount: "20.00" }), 200);
    // 50.50 and 24.24; 104.03 were held.
    expect(await moneyOf(customer, card)).toMatchObject({ balance: "125.26", held: "29.29" });
    expectStatus(await send(app, "expire", { authorizationId }), 200);
    expect(await moneyOf(customer, card)).toMatchObject({ balance: "125.26", held: "0.00" });
    const detail = await detailOf(customer, authorizationId);
    expect(detail).toMatchObject({ status: "completed", amount: "-74.74", fee: "0.74" });
    expect(detail.exchange).toMatchObject({
      amount: "60.00",
      rate: expect.stringMatching(/^1\.2/),
    });
  });

  test("wait for an authorization that has not arrived, and then apply to it", async () => {
    const { customer, card } = await funded();
    const networkReference = newId();
    const payment = { ...ownPayment(card), currency: "GBP" };
    const clear = { networkReference, payment, amount: "80.00" };
    const early = expectStatus(await send(app, "clear", clear), 200);
    expect(early.body).toMatchObject({ code: "unmatched", amount: "101.00", currency: "USD" });
    const asked = { ...pounds("80.00"), named: { networkReference } };
    expect(await network(app, "authorize", card, asked)).toMatchObject({ approved: true });
    expect(await moneyOf(customer, card)).toMatchObject({ balance: "99.00", held: "0.00" });
    expect(await markups(customer)).toBe(100n);
  });

  test("of a late clearing take the markup as well", async () => {
    const { customer, card } = await funded();
    const { authorizationId } = await network(app, "authorize", card, pounds("80.00"));
    expectStatus(await send(app, "expire", { authorizationId }), 200);
    expectStatus(
      await send(app, "clear", { authorizationId, amount: "80.00", currency: "GBP" }),
      200,
    );
    expect(await moneyOf(customer, card)).toMatchObject({ balance: "99.00", held: "0.00" });
    expect(await markups(customer)).toBe(100n);
  });
});

describe("a posting without an authorization in another currency", () => {
  test("takes the markup as a force post, and none as a refund", async () => {
    const { customer, card } = await funded();
    const forced = await network(app, "force-post", card, pounds("80.00"));
    expect(forced).toMatchObject({ approved: true, amount: "101.00", currency: "USD" });
    const refund = await network(app, "refund", card, pounds("80.00"));
    expect(refund).toMatchObject({ approved: true, amount: "100.00", currency: "USD" });
    expect((await moneyOf(customer, card)).balance).toBe("199.00");
    const back = await send(app, "return-reversal", { refundId: refund.movementId });
    expect(expectStatus(back, 200).body).toMatchObject({ amount: "100.00" });
    expect((await moneyOf(customer, card)).balance).toBe("99.00");
  });

  test("is charged with a single message exactly as it was answered", async () => {
    const { customer, card } = await funded();
    const answer = await network(app, "single-message", card, pounds("80.00"));
    expect(answer).toMatchObject({ approved: true, amount: "101.00" });
    expect(await moneyOf(customer, card)).toEqual({
      balance: "99.00",
      held: "0.00",
      spentToday: "101.00",
    });
  });
});

test("a preflight in another currency predicts the decision and the amount held", async () => {
  const customer = await app.newCustomer({ USD: 10_000_000n, EUR: 10_000_000n });
  const dollars = await openCard(app, customer);
  const euros = await openCard(app, customer, SEGMENTS.visaStandardEur);
  await fund(app, customer, dollars, 100_000n);
  await fund(app, customer, euros, 20_000n);
  const shop = { name: "Harrods", mcc: "5311", country: "GB" };
  const asking = fc.record({
    card: fc.constantFrom(dollars, euros),
    currency: fc.constantFrom("GBP", "USD", "EUR", "CNY", "MNT"),
    amount: fc.integer({ min: 1, max: 30_000 }).map((minor) => formatAmount(BigInt(minor), "USD")),
    blocked: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(asking, async ({ card, currency, amount, blocked }) => {
      await setForeignPayments(app, customer, card, blocked ? "blocked" : "allowed");
      const asked = { cardId: card.id, amount, currency, merchant: shop };
      const said = expectStatus(await app.call(customer, "POST /api/risk/preflight", asked), 200);
      const before = await readCard(app, customer, card);
      const purchase = { amount, currency, cvv: null, merchant: shop };
      const answer = await network(app, "authorize", card, purchase);
      const { approved, code } = said.body;
      expect({ approved, code }).toEqual({ approved: answer.approved, code: answer.code });
      const after = await readCard(app, customer, card);
      const heldMinor = minorOf(after.held) - minorOf(before.held);
      const { exchange, amount: charged } = said.body;
      expect(heldMinor).toBe(approved ? minorOf(exchange?.held ?? charged) : 0n);
      if (approved) {
        expect(answer.approvedAmount).toBe(charged);
        expectStatus(await send(app, "reverse", { authorizationId: answer.authorizationId }), 200);
      }
    }),
    { numRuns: 60 },
  );
});

function minorOf(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}
