import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AppContext } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { failingFor } from "../../testing/failing-ledger.ts";
import { expectStatus, fund, network, openCard, readCard, step } from "../../testing/test-cards.ts";
import { clearAuthorization } from "../clearing/clear-authorization.ts";
import { forcePost } from "../clearing/force-post.ts";
import { refundCard } from "../clearing/refund-card.ts";
import { authorized, moneyOf } from "../requests/authorization-steps.fixtures.ts";
import { incrementAuthorization } from "../requests/increment-authorization.ts";
import { expireDueHolds } from "./expire-holds.ts";
import { createPaymentCardLookup, type PaymentCardLookup } from "./payment-card-lookup.ts";
import { type ReverseInput, reverseAuthorization } from "./release-authorization.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function purchaseOf(authorizationId: string) {
  const [row] = await app.context.db.sql<{ status: string; amount: bigint; steps: string[] }[]>`
    select m.status, m.amount, array(
      select s.kind from ledger.movement s where s.parent_id = m.id
      order by s.event_at, s.created_at, s.id
    ) as steps
    from ledger.movement_view m where m.id = ${authorizationId.slice("auth_".length)}`;
  return row;
}

describe("clearing", () => {
  test.each([
    ["less", "25.00", { balance: "75.00", held: "0.00", spentToday: "25.00" }, ["clearing"]],
    ["as much", "40.00", { balance: "60.00", held: "0.00", spentToday: "40.00" }, ["clearing"]],
    ["all", undefined, { balance: "60.00", held: "0.00", spentToday: "40.00" }, ["clearing"]],
    [
      "more",
      "55.00",
      { balance: "45.00", held: "0.00", spentToday: "55.00" },
      ["clearing", "force_post"],
    ],
    [
      "more than there is",
      "130.00",
      { balance: "-30.00", held: "0.00", spentToday: "130.00" },
      ["clearing", "force_post"],
    ],
  ])("%s settles the stated amount", async (_, amount, money, steps) => {
    const { customer, card, authorizationId } = await authorized(app);
    const answer = expectStatus(await step(app, "clear", authorizationId, amount), 200);
    expect(answer.body).toMatchObject({ approved: true, code: "approved", currency: "USD" });
    expect(await moneyOf(app, customer, card)).toEqual(money);
    expect(await purchaseOf(authorizationId)).toEqual({
      status: "completed",
      amount: -BigInt((amount ?? "40.00").replace(".", "")),
      steps,
    });
    const again = await step(app, "clear", authorizationId);
    expect([again.status, again.body.code]).toEqual([409, "authorization_closed"]);
  });

  test("takes effect only once when sent twice concurrently", async () => {
    const { customer, card, authorizationId } = await authorized(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => step(app, "clear", authorizationId, "40.00")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect((await moneyOf(app, customer, card)).balance).toBe("60.00");
  });

  test("frees the limit of the day that counted the payment, not of the clearing day", async () => {
    const { customer, card, authorizationId } = await authorized(app, "40.00", 100_000n);
    const before = await readCard(app, customer, card);
    app.clock.advance(86_400);
    await network(app, "authorize", card, { amount: "10.00" });
    expectStatus(await step(app, "clear", authorizationId, "25.00"), 200);
    expect((await moneyOf(app, customer, card)).spentToday).toBe("10.00");
    const rows = await app.context.db.sql<{ amount: bigint }[]>`
      select amount from ledger.counter where subject = ${card.id.slice("card_".length)}
        and time_window = ${`day:${dayBefore(before.dailyResetsAt)}`}`;
    expect(rows).toEqual([{ amount: 2_500n }]);
  });
});

function dayBefore(resetsAt: string): string {
  return new Date(Date.parse(resetsAt) - 1).toISOString().slice(0, 10);
}

describe("reversing", () => {
  test("in full cancels the payment and frees the limit", async () => {
    const { customer, card, authorizationId } = await authorized(app);
    expectStatus(await step(app, "reverse", authorizationId), 200);
    const money = { balance: "100.00", held: "0.00", spentToday: "0.00" };
    expect(await moneyOf(app, customer, card)).toEqual(money);
    expect(await purchaseOf(authorizationId)).toMatchObject({
      status: "cancelled",
      amount: -4_000n,
    });
  });

  test("in part keeps the rest on hold", async () => {
    const { customer, card, authorizationId } = await authorized(app);
    expectStatus(await step(app, "reverse", authorizationId, "15.00"), 200);
    const money = { balance: "100.00", held: "25.00", spentToday: "25.00" };
    expect(await moneyOf(app, customer, card)).toEqual(money);
    expect(await purchaseOf(authorizationId)).toMatchObject({
      status: "processing",
      amount: -2_500n,
    });
    expectStatus(await step(app, "clear", authorizationId), 200);
    expect((await moneyOf(app, customer, card)).balance).toBe("75.00");
  });

  test("more than is on hold is rejected", async () => {
    const { customer, card, authorizationId } = await authorized(app);
    const answer = await step(app, "reverse", authorizationId, "40.01");
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toMatchObject([{ path: "amount", code: "out_of_range" }]);
    expect((await moneyOf(app, customer, card)).held).toBe("40.00");
  });
});

describe("incrementing", () => {
  test("adds to the hold, and the per-transaction limit applies to the total", async () => {
    const { customer, card, authorizationId } = await authorized(app, "1500.00", 300_000n);
    const first = expectStatus(await step(app, "increment", authorizationId, "500.00"), 200);
    expect(first.body).toMatchObject({ approved: true, amount: "500.00" });
    const second = expectStatus(await step(app, "increment", authorizationId, "0.01"), 200);
    expect(second.body).toMatchObject({ approved: false, code: "limit_per_tx", amount: "0.00" });
    expect(await moneyOf(app, customer, card)).toEqual({
      balance: "3000.00",
      held: "2000.00",
      spentToday: "2000.00",
    });
    expect(await purchaseOf(authorizationId)).toEqual({
      status: "processing",
      amount: -200_000n,
      steps: ["increment", "increment"],
    });
    expectStatus(await step(app, "clear", authorizationId), 200);
    expect((await moneyOf(app, customer, card)).balance).toBe("1000.00");
  });

  test("is declined if funds are insufficient, and requires an amount", async () => {
    const { customer, card, authorizationId } = await authorized(app);
    const declined = await step(app, "increment", authorizationId, "60.01");
    expect(declined.body).toMatchObject({ approved: false, code: "insufficient_card_balance" });
    expect((await step(app, "increment", authorizationId)).status).toBe(400);
    expect((await moneyOf(app, customer, card)).held).toBe("40.00");
  });
});

describe("expiry", () => {
  test("takes effect after seven days and releases the money and the limit", async () => {
    const { customer, card, authorizationId } = await authorized(app);
    app.clock.advance(7 * 86_400 - 60);
    await expireDueHolds(app.context);
    expect((await moneyOf(app, customer, card)).held).toBe("40.00");
    // The server's own job finds no holds in the meantime; otherwise, it might expire this one
    // first.
    const { ledger } = app.context;
    const own = { ...app.context, ledger: { ...ledger } };
    const resting = vi.spyOn(ledger, "dueHolds").mockResolvedValue([]);
    app.clock.advance(61);
    expect(await expireDueHolds(own)).toBeGreaterThanOrEqual(1);
    resting.mockRestore();
    expect((await moneyOf(app, customer, card)).held).toBe("0.00");
    expect(await purchaseOf(authorizationId)).toMatchObject({
      status: "expired",
      steps: ["expiry"],
    });
    expect((await step(app, "reverse", authorizationId)).body.code).toBe("authorization_closed");
  });

  test("is not blocked by a hold whose expiry fails every time", async () => {
    const stuck = await authorized(app);
    app.clock.advance(1);
    const { customer, card } = await authorized(app);
    app.clock.advance(7 * 86_400);
    const ledger = failingFor(app.context, stuck.authorizationId.slice("auth_".length));
    await expireDueHolds({ ...app.context, ledger }, 1);
    expect((await moneyOf(app, customer, card)).held).toBe("0.00");
    await expireDueHolds(app.context);
  });

  test("takes effect after 31 days for lodging, or sooner if the network says so", async () => {
    const { customer, card, authorizationId } = await authorized(app, "40.00", 10_000n, "7011");
    app.clock.advance(30 * 86_400);
    await expireDueHolds(app.context);
    expect((await moneyOf(app, customer, card)).held).toBe("40.00");
    expectStatus(await step(app, "expire", authorizationId), 200);
    expect((await moneyOf(app, customer, card)).held).toBe("0.00");
    expect((await purchaseOf(authorizationId))?.status).toBe("expired");
  });
});

test("steps of an unknown or declined authorization return 404", async () => {
  const { card } = await authorized(app);
  const declined = await network(app, "authorize", card, { amount: "999.00" });
  for (const id of [`auth_${newId()}`, declined.authorizationId]) {
    for (const message of ["increment", "clear", "reverse", "expire"] as const) {
      expect((await step(app, message, id, "1.00")).status).toBe(404);
    }
  }
});

describe("refunds", () => {
  test("reach a card even without a matching purchase, and even if it is frozen", async () => {
    const { customer, card } = await authorized(app);
    await app.call(customer, `POST /api/cards/${card.id}/freeze`);
    const answer = await network(app, "refund", card, { amount: "12.34" });
    expect(answer).toMatchObject({ approved: true, amount: "12.34", currency: "USD" });
    expect((await moneyOf(app, customer, card)).balance).toBe("112.34");
  });

  test("go to the account after the card is closed", async () => {
    const customer = await app.newCustomer({ USD: 10_150n });
    const card = await openCard(app, customer);
    await app.call(customer, `POST /api/cards/${card.id}/close`, undefined, { key: "close" });
    const answer = await network(app, "refund", card, { amount: "12.34" });
    expect(answer.approved).toBe(true);
    const [row] = await app.context.db.sql<{ posted: bigint }[]>`
      select b.posted from ledger.balance b join ledger.account a on a.id = b.account_id
      where a.customer_id = ${customer.customerId} and a.kind = 'account' and a.currency = 'USD'`;
    expect(row?.posted).toBe(11_234n);
    expect((await readCard(app, customer, card)).balance).toBe("0.00");
  });

  test("are booked while the card's account is stopped, and leave it stopped", async () => {
    const { customer, card } = await authorized(app);
    const [row] = await app.context.db.sql<{ account: bigint }[]>`
      select card_account as account from card where id = ${card.id.slice("card_".length)}`;
    const { ledger, db } = app.context;
    await ledger.setAccountStatus(db, row?.account ?? 0n, "blocked");
    const refunded = await network(app, "refund", card, { amount: "12.34" });
    expect(refunded).toMatchObject({ approved: true, amount: "12.34" });
    expect((await moneyOf(app, customer, card)).balance).toBe("112.34");
    const payment = await network(app, "authorize", card, { amount: "1.00" });
    expect(payment).toMatchObject({ approved: false, code: "account_under_review" });
  });

  test("concurrent with a card closure reach the card or the account; none is lost", async () => {
    const customer = await app.newCustomer({ USD: 10_150n });
    const card = await openCard(app, customer);
    await fund(app, customer, card, 5_000n);
    const [closed, ...refunds] = await Promise.all([
      app.call(customer, `POST /api/cards/${card.id}/close`, undefined, { key: "close" }),
      ...Array.from({ length: 8 }, () => network(app, "refund", card, { amount: "1.00" })),
    ]);
    expect(closed.status).toBe(200);
    expect(refunds.every((refund) => refund.approved)).toBe(true);
    const [row] = await app.context.db.sql<{ posted: bigint }[]>`
      select sum(posted)::bigint as posted from ledger.balance
      where customer_id = ${customer.customerId}`;
    expect(row?.posted).toBe(10_000n - 175n + 800n);
  });
});

test.each([
  ["adding", incrementAuthorization],
  ["reversing", reverseAuthorization],
  [
    "clearing",
    (context: AppContext, input: ReverseInput) =>
      clearAuthorization(context, { ...input, final: true }),
  ],
])("%s requires a valid amount", async (_, message) => {
  const { authorizationId } = await authorized(app);
  const authorisationId = parseId("auth", authorizationId);
  await expect(message(app.context, { authorisationId, amount: "1.234" })).rejects.toMatchObject({
    code: "invalid_input",
    fields: [{ path: "amount", code: "malformed_amount" }],
  });
});

test.each([
  ["a refund", refundCard],
  ["an unauthorized clearing", forcePost],
])(
  "%s is accepted after the card expires, regardless of the expiry date in the message",
  async (_, take) => {
    const { card } = await authorized(app);
    const found = createPaymentCardLookup(app.context);
    const expired: PaymentCardLookup = {
      async find(pan, at) {
        const one = await found.find(pan, at);
        return one === null ? null : { ...one, expiryYear: 2020 };
      },
    };
    const outcome = await take(app.context, expired, {
      pan: card.pan,
      expiryMonth: 1,
      expiryYear: 2019,
      cvv: undefined,
      amountMinor: 500n,
      currency: "USD",
      merchant: { name: "Adobe", mcc: "5734", country: "US", category: "software" },
    });
    expect(outcome).toMatchObject({ approved: true, amountMinor: 500n });
  },
);
