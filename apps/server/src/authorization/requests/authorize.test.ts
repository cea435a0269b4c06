import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { liftSuspension, suspendCustomer } from "../../identity/sessions/index.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  fund,
  network,
  openCard,
  type Purchase,
  readCard,
  SEGMENTS,
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

async function fundedCard(amountMinor = 10_000n) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  if (amountMinor > 0n) {
    await fund(app, customer, card, amountMinor);
  }
  return { customer, card };
}

interface Row {
  status: string;
  kind: string;
  title: string;
  amount: bigint;
  data: Record<string, unknown>;
}

async function historyOf(card: TestCard): Promise<Row[]> {
  return app.context.db.sql<Row[]>`
    select status, kind, title, amount, data from ledger.movement_view
    where card_id = ${card.id.slice("card_".length)} and parent_id is null
    order by event_at desc, id desc`;
}

describe("an authorization", () => {
  test("holds the money, counts against the limits and shows as processing", async () => {
    const { customer, card } = await fundedCard();
    const answer = await network(app, "authorize", card, { amount: "30.00" });
    expect(answer).toEqual({
      authorizationId: expect.stringMatching(/^auth_/),
      approved: true,
      code: "approved",
      approvedAmount: "30.00",
      currency: "USD",
    });
    expect(await readCard(app, customer, card)).toMatchObject({
      balance: "100.00",
      held: "30.00",
      spentToday: "30.00",
      spentThisMonth: "30.00",
    });
    const [row] = await historyOf(card);
    expect(row).toMatchObject({
      kind: "purchase",
      status: "processing",
      title: "Adobe",
      amount: -3_000n,
      data: { merchant: { name: "Adobe", mcc: "5734", country: "US", category: "software" } },
    });
    expect(row?.data).not.toHaveProperty("pan");
  });

  test("notifies open screens about the card, identified by its public id", async () => {
    const { customer, card } = await fundedCard();
    await network(app, "authorize", card, { amount: "1.00" });
    // The server's own relay job may deliver the event first and leave nothing for this test's run.
    // Both wait for earlier transactions, including those of other test files.
    const rows = await vi.waitFor(async () => {
      await app.context.events.pump();
      const found = await app.context.db.sql<{ body: unknown }[]>`
        select body from customer_event
        where topic = 'card' and customer_id = ${customer.customerId}`;
      expect(found.length).toBeGreaterThan(0);
      return found;
    }, 60_000);
    expect(new Set(rows.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ cardId: card.id })]),
    );
  });

  test("requires no CVV, since most recurring payments have none", async () => {
    const { card } = await fundedCard();
    const answer = await network(app, "authorize", card, { amount: "1.00", cvv: null });
    expect(answer.approved).toBe(true);
  });

  test("for an unknown card number is declined and creates no movement", async () => {
    const { card } = await fundedCard(0n);
    const answer = await network(app, "authorize", card, {
      amount: "1.00",
      pan: "4111111111111111",
    });
    expect(answer).toMatchObject({
      approved: false,
      code: "card_not_found",
      approvedAmount: "0.00",
    });
    const [row] = await app.context.db.sql<{ found: boolean }[]>`
      select exists (select from ledger.movement
        where id = ${answer.authorizationId.slice("auth_".length)}) as found`;
    expect(row?.found).toBe(false);
  });
});

type Prepare = (customer: TestCustomer, card: TestCard) => Promise<unknown>;

const DECLINES: readonly [
  code: string,
  purchase: (card: TestCard) => Purchase,
  prepare?: Prepare,
][] = [
  ["insufficient_card_balance", () => ({ amount: "100.01" })],
  [
    "card_frozen_customer",
    () => ({ amount: "1.00" }),
    (customer, card) => app.call(customer, `POST /api/cards/${card.id}/freeze`),
  ],
  [
    "card_closed",
    () => ({ amount: "1.00" }),
    (customer, card) =>
      app.call(customer, `POST /api/cards/${card.id}/close`, undefined, { key: "close" }),
  ],
  ["cvv_mismatch", (card) => ({ amount: "1.00", cvv: card.cvv === "000" ? "001" : "000" })],
  ["cvv_mismatch", () => ({ amount: "1.00", cvv: "0000" })],
  ["expiry_mismatch", (card) => ({ amount: "1.00", expiryYear: card.expiryYear + 1 })],
  [
    "currency_blocked",
    () => ({ amount: "1.00", currency: "EUR" }),
    (customer, card) => setForeignPayments(app, customer, card, "blocked"),
  ],
  ["currency_unsupported", () => ({ amount: "1.00", currency: "MNT" })],
  ["limit_per_tx", () => ({ amount: "2000.01" })],
  [
    "limit_day",
    () => ({ amount: "1500.00" }),
    async (customer, card) => {
      await fund(app, customer, card, 800_000n);
      for (let times = 0; times < 2; times++) {
        await network(app, "authorize", card, { amount: "2000.00" });
      }
    },
  ],
  [
    "negative_balance",
    () => ({ amount: "1.00" }),
    (_customer, card) => network(app, "force-post", card, { amount: "150.00" }),
  ],
  [
    "account_under_review",
    () => ({ amount: "1.00" }),
    async (_customer, card) => {
      const [row] = await app.context.db.sql<{ account: bigint }[]>`
          select card_account as account from card where id = ${card.id.slice("card_".length)}`;
      await app.context.ledger.setAccountStatus(app.context.db, row?.account ?? 0n, "blocked");
    },
  ],
];

describe("a decline", () => {
  test.each(DECLINES)(
    "%s is returned and recorded with its code, and moves no money",
    async (...of) => {
      const [code, purchase, prepare] = of;
      const { customer, card } = await fundedCard();
      await prepare?.(customer, card);
      const before = await readCard(app, customer, card);
      const answer = await network(app, "authorize", card, purchase(card));
      expect(answer).toMatchObject({ approved: false, code, approvedAmount: "0.00" });
      expect(await readCard(app, customer, card)).toEqual(before);
      const [row] = await historyOf(card);
      expect(row).toMatchObject({
        kind: "purchase",
        status: "declined",
        title: "Adobe",
        data: { declineCode: code },
      });
    },
  );

  test("account_under_review applies to a customer until the suspension is lifted", async () => {
    const { customer, card } = await fundedCard();
    const by = { actor: "test", requestId: null };
    await suspendCustomer(app.context, customer.customerId, by);
    const answer = await network(app, "authorize", card, { amount: "1.00" });
    expect(answer.code).toBe("account_under_review");
    await liftSuspension(app.context, customer.customerId, by);
    expect((await network(app, "authorize", card, { amount: "1.00" })).approved).toBe(true);
  });

  test("limit_month includes earlier days of the month", async () => {
    const { customer, card } = await fundedCard(5_000_000n);
    // Advances to the first day of a month, so that all the days that follow are in the same month.
    const now = app.clock.now();
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 1);
    app.clock.advance(Math.ceil((next - now.getTime()) / 1000));
    for (let day = 0; day < 6; day++) {
      for (const amount of ["2000.00", "2000.00", "1000.00"]) {
        expect((await network(app, "authorize", card, { amount })).code).toBe("approved");
      }
      app.clock.advance(86_400);
    }
    expect((await network(app, "authorize", card, { amount: "0.01" })).code).toBe("limit_month");
    expect(await readCard(app, customer, card)).toMatchObject({
      spentToday: "0.00",
      spentThisMonth: "30000.00",
    });
  });
});

describe("daily limits", () => {
  test("reset at midnight in the program's time zone", async () => {
    const { customer, card } = await fundedCard(1_000_000n);
    for (const amount of ["2000.00", "2000.00", "1000.00"]) {
      expect((await network(app, "authorize", card, { amount })).approved).toBe(true);
    }
    expect((await network(app, "authorize", card, { amount: "0.01" })).code).toBe("limit_day");
    const { dailyResetsAt } = await readCard(app, customer, card);
    const left = Date.parse(dailyResetsAt) - app.clock.now().getTime();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(86_400_000);
    app.clock.advance(Math.ceil(left / 1000) + 1);
    expect((await network(app, "authorize", card, { amount: "0.01" })).approved).toBe(true);
  });
});

describe("twenty concurrent authorizations", () => {
  async function race(card: TestCard, amount: string) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => network(app, "authorize", card, { amount })),
    );
    const codes = answers.map(({ code }) => code);
    return {
      approved: codes.filter((code) => code === "approved").length,
      others: new Set(codes.filter((code) => code !== "approved")),
    };
  }

  test("against the remaining balance: only as many as it covers are approved", async () => {
    for (let round = 0; round < 5; round++) {
      const { customer, card } = await fundedCard(7_000n);
      const { approved, others } = await race(card, "10.00");
      expect(approved).toBe(7);
      expect(others).toEqual(new Set(["insufficient_card_balance"]));
      expect(await readCard(app, customer, card)).toMatchObject({ held: "70.00" });
    }
  });

  test("against the remaining daily limit: only as many as it allows are approved", async () => {
    for (let round = 0; round < 5; round++) {
      const { customer, card } = await fundedCard(5_000_000n);
      const { approved, others } = await race(card, "700.00");
      expect(approved).toBe(7);
      expect(others).toEqual(new Set(["limit_day"]));
      expect(await readCard(app, customer, card)).toMatchObject({ spentToday: "4900.00" });
    }
  });

  test("during a freeze: approved payments hold money, others are declined as frozen", async () => {
    const { customer, card } = await fundedCard();
    const [, ...answers] = await Promise.all([
      app.call(customer, `POST /api/cards/${card.id}/freeze`),
      ...Array.from({ length: 20 }, () => network(app, "authorize", card, { amount: "1.00" })),
    ]);
    const approved = answers.filter((answer) => answer.approved).length;
    const codes = new Set(answers.map(({ code }) => code));
    codes.delete("approved");
    expect([...codes].every((code) => code === "card_frozen_customer")).toBe(true);
    const { held } = await readCard(app, customer, card);
    expect(held).toBe(`${approved}.00`);
    expect((await network(app, "authorize", card, { amount: "1.00" })).approved).toBe(false);
  });
});

test("authorizations: American Express and euro cards work like any other card", async () => {
  const customer = await app.newCustomer({ USD: 100_000n, EUR: 100_000n });
  const amex = await openCard(app, customer, SEGMENTS.amexPremiumUsd);
  const euro = await openCard(app, customer, SEGMENTS.visaStandardEur);
  await fund(app, customer, amex, 5_000n);
  await fund(app, customer, euro, 5_000n);
  expect((await network(app, "authorize", amex, { amount: "50.00" })).approved).toBe(true);
  const answer = await network(app, "authorize", euro, { amount: "50.00", currency: "EUR" });
  expect(answer.approved).toBe(true);
});
