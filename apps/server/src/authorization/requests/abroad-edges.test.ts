import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  pay,
  readCard,
  send,
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

let days = 0;

/** Puts rates in force. A euro costs one dollar, and a dollar 150 yen. */
async function rates(others: Readonly<Record<string, bigint>>): Promise<void> {
  days += 1;
  const stored = Object.entries({ JPY: 15_000_000_000n, ...others });
  const text = JSON.stringify(Object.fromEntries(stored.map(([code, per]) => [code, `${per}`])));
  await app.context.db.sql`
    insert into rate_sheet (provider, rated_at, source, usd_per_euro, cny_per_euro, fetched_at,
      others_per_euro)
    values ('bundled', ${new Date(Date.UTC(2027, 0, 1 + days))}, 'Test rates', 100000000, 800000000,
      now(), ${text}::text::jsonb)`;
}

/** Puts a rate in force: how many dollars a pound costs, with two decimals. */
const poundCosts = (dollars: string) =>
  rates({ GBP: 10n ** 10n / BigInt(dollars.replace(".", "")) });

beforeEach(() => poundCosts("1.25"));

async function funded(onCardMinor = 20_000n) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, onCardMinor);
  return { customer, card };
}

async function moneyOf(customer: TestCustomer, card: TestCard) {
  const { balance, held } = await readCard(app, customer, card);
  return { balance, held };
}

async function detailOf(customer: TestCustomer, authorizationId: string) {
  const id = authorizationId.replace("auth_", "mov_");
  return expectStatus(await app.call(customer, `GET /api/transactions/${id}`), 200).body;
}

/** Returns what the list of a customer's payments says about the newest one. */
async function listed(customer: TestCustomer) {
  const { body } = expectStatus(await app.call(customer, "GET /api/transactions"), 200);
  return body.data.find(({ kind }: { kind: string }) => kind === "purchase");
}

/** Authorizes an amount in pounds. */
async function authorized(card: TestCard, amount: string): Promise<string> {
  const asked = { amount, currency: "GBP", cvv: null } as const;
  const answer = await network(app, "authorize", card, asked);
  expect(answer).toMatchObject({ approved: true });
  return answer.authorizationId;
}

describe("a final clearing without an amount", () => {
  test("charges an increment that was stated in the card's currency", async () => {
    const { customer, card } = await funded();
    const authorizationId = await authorized(card, "40.00");
    // 8 of 48 pounds: 50.50 are pending.
    expectStatus(await send(app, "increment", { authorizationId, amount: "10.10" }), 200);
    expectStatus(await send(app, "clear", { authorizationId }), 200);
    expect(await moneyOf(customer, card)).toEqual({ balance: "139.40", held: "0.00" });
    const { amount, exchange } = await detailOf(customer, authorizationId);
    expect({ amount, asked: exchange.amount }).toEqual({ amount: "-60.60", asked: "48.00" });
  });

  test("charges what an advice in the card's currency set after a much lower one", async () => {
    const { customer, card } = await funded();
    const authorizationId = await authorized(card, "40.00");
    expectStatus(await send(app, "advice", { authorizationId, amount: "0.01" }), 200);
    expectStatus(await send(app, "advice", { authorizationId, amount: "50.50" }), 200);
    expectStatus(await send(app, "clear", { authorizationId }), 200);
    expect((await moneyOf(customer, card)).held).toBe("0.00");
    expect((await detailOf(customer, authorizationId)).amount).toBe("-50.50");
  });

  test("does not charge again what was cleared in a third currency", async () => {
    const { customer, card } = await funded();
    const authorizationId = await authorized(card, "80.00");
    const part = { authorizationId, amount: "1500", currency: "JPY", final: false };
    expect(expectStatus(await send(app, "clear", part), 200).body.amount).toBe("10.10");
    expectStatus(await send(app, "clear", { authorizationId }), 200);
    expect(await moneyOf(customer, card)).toEqual({ balance: "99.00", held: "0.00" });
    const { exchange } = await detailOf(customer, authorizationId);
    expect(exchange).toMatchObject({ amount: "80.00", currency: "GBP", rate: "1.25" });
  });
});

describe("the hold of a payment in another currency", () => {
  test("ends when all of the merchant's amount is cleared at a lower rate", async () => {
    const { customer, card } = await funded();
    const authorizationId = await authorized(card, "80.00");
    await poundCosts("1.00");
    const all = { authorizationId, amount: "80.00", currency: "GBP", final: false };
    expect(expectStatus(await send(app, "clear", all), 200).body.amount).toBe("80.80");
    expect(await moneyOf(customer, card)).toEqual({ balance: "119.20", held: "0.00" });
    const again = await send(app, "clear", { authorizationId });
    expect([again.status, again.body.code]).toEqual([409, "authorization_closed"]);
  });

  test("is taken completely by a clearing whose markup is larger", async () => {
    // 1.25, a markup of 0.02, and a buffer of 0.04.
    const { customer, card } = await funded(131n);
    const authorizationId = await authorized(card, "1.00");
    const raised = { authorizationId, amount: "400.00", currency: "GBP" };
    expectStatus(await send(app, "advice", raised), 200);
    expect(await moneyOf(customer, card)).toEqual({ balance: "1.31", held: "1.31" });
    expectStatus(await send(app, "clear", raised), 200);
    const { amount, fee, timeline } = await detailOf(customer, authorizationId);
    expect({ amount, fee }).toEqual({ amount: "-505.00", fee: "5.00" });
    expect(timeline.map(({ kind, amount: of }: Record<string, string>) => [kind, of])).toEqual([
      ["purchase", "-1.27"],
      ["advice", expect.any(String)],
      ["clearing", "-1.31"],
      ["force_post", "-503.69"],
    ]);
    expect((await moneyOf(customer, card)).held).toBe("0.00");
  });
});

test("a reversal of the rest releases the hold, even if a higher rate used it up", async () => {
  const { customer, card } = await funded();
  const authorizationId = await authorized(card, "80.00");
  await poundCosts("1.27");
  const step = { authorizationId, currency: "GBP" };
  // 102.49 of the 101.00 that were authorized; 104.03 were held.
  expectStatus(await send(app, "clear", { ...step, amount: "79.90", final: false }), 200);
  expect((await moneyOf(customer, card)).held).toBe("1.54");
  expectStatus(await send(app, "reverse", { ...step, amount: "0.10" }), 200);
  expect(await moneyOf(customer, card)).toEqual({ balance: "97.51", held: "0.00" });
});

test("a network's amount is held, even if the merchant's amount is stated as zero", async () => {
  const { customer, card } = await funded();
  const billing = { amount: "5.00", currency: "USD" } as const;
  const asked = { amount: "0.00", currency: "GBP", cvv: null, billing } as const;
  const answer = await network(app, "authorize", card, asked);
  expect(answer).toMatchObject({ approved: true, approvedAmount: "5.00" });
  expect((await moneyOf(customer, card)).held).toBe("5.00");
});

test("refunds of less than half a cent credit nothing, and are recorded", async () => {
  const { customer, card } = await funded();
  // 0.3 cents.
  await rates({ KRW: 150_000_000_000n, VND: 3_000_000_000_000n });
  const small = { amount: "90", currency: "VND", cvv: null } as const;
  const answers = [
    await network(app, "refund", card, small),
    await network(app, "refund", card, small),
  ];
  expect(answers).toEqual(
    answers.map(() => expect.objectContaining({ approved: true, amount: "0.00" })),
  );
  expect((await moneyOf(customer, card)).balance).toBe("200.00");
  const { body } = expectStatus(await app.call(customer, "GET /api/transactions"), 200);
  const refunds = body.data.filter(({ kind }: { kind: string }) => kind === "refund");
  expect(refunds).toHaveLength(2);
  expect(refunds[0]).toMatchObject({
    amount: "0.00",
    merchantAmount: { amount: "90", currency: "VND" },
  });
  // A purchase is never free.
  const bought = await network(app, "authorize", card, small);
  expect(bought).toMatchObject({ approved: true, approvedAmount: "0.02" });
});

test("a clearing that needs a force post divides the merchant's amount between both", async () => {
  // 1.25, a markup of 0.02, and a buffer of 0.04.
  const { customer, card } = await funded(131n);
  const authorizationId = await authorized(card, "1.00");
  const raised = { authorizationId, amount: "400.00", currency: "GBP" };
  expectStatus(await send(app, "advice", raised), 200);
  expectStatus(await send(app, "clear", raised), 200);
  const { timeline, exchange } = await detailOf(customer, authorizationId);
  const asked = timeline
    .filter(({ kind }: { kind: string }) => kind === "clearing" || kind === "force_post")
    .map(({ exchange: one }: { exchange: { amount: string; currency: string } }) => one);
  // 1.31 and 503.69 of 505.00.
  expect(asked).toEqual([
    expect.objectContaining({ amount: "1.04", currency: "GBP" }),
    expect.objectContaining({ amount: "398.96", currency: "GBP" }),
  ]);
  expect(exchange).toMatchObject({ amount: "400.00", rate: "1.25" });
});

describe("a currency whose newest rate was left out", () => {
  test("is posted at its last accepted rate, and declined for new payments", async () => {
    const { customer, card } = await funded();
    await rates({});
    const pounds = { amount: "80.00", currency: "GBP", cvv: null } as const;
    expect(await network(app, "authorize", card, pounds)).toMatchObject({
      approved: false,
      code: "currency_unsupported",
    });
    const forced = await network(app, "force-post", card, pounds);
    expect(forced).toMatchObject({ approved: true, amount: "101.00" });
    const refund = await network(app, "refund", card, pounds);
    expect(refund).toMatchObject({ approved: true, amount: "100.00" });
    expect((await moneyOf(customer, card)).balance).toBe("199.00");
  });
});

test("a posting of more than the ledger can move is refused as invalid", async () => {
  const { card } = await funded();
  const most = { amount: "999999999999.99", currency: "GBP", cvv: null } as const;
  for (const message of ["force-post", "refund"] as const) {
    const { status, body } = await pay(app, message, card, most);
    expect([status, body.fields]).toEqual([400, [expect.objectContaining({ path: "amount" })]]);
  }
});

test("a list shows the merchant's amount: what is pending, and then what was settled", async () => {
  const { customer, card } = await funded();
  const authorizationId = await authorized(card, "80.00");
  const merchantAmount = (amount: string) => ({ merchantAmount: { amount, currency: "GBP" } });
  expect(await listed(customer)).toMatchObject(merchantAmount("80.00"));
  const step = { authorizationId, currency: "GBP" };
  expectStatus(await send(app, "reverse", { ...step, amount: "20.00" }), 200);
  expect(await listed(customer)).toMatchObject(merchantAmount("60.00"));
  expectStatus(await send(app, "clear", { ...step, amount: "50.00" }), 200);
  expect(await listed(customer)).toMatchObject(merchantAmount("50.00"));
  expect(await detailOf(customer, authorizationId)).toMatchObject({
    ...merchantAmount("50.00"),
    exchange: { amount: "50.00" },
  });
  await network(app, "authorize", card, { amount: "1.00", cvv: null });
  expect(await listed(customer)).not.toHaveProperty("merchantAmount");
});

test("the buffer is a term of the published fees", async () => {
  const publish = async (buffer: number) => {
    const { sql } = app.context.db;
    await sql`
      insert into fee_schedule (version, effective_from, card_opening_fee_minor,
        card_opening_fee_currency, card_deposit_basis_points, withdrawal_basis_points,
        published_by, foreign_hold_buffer_basis_points)
      select version + 1, now() - interval '1 second', card_opening_fee_minor,
        card_opening_fee_currency, card_deposit_basis_points, withdrawal_basis_points, 'test',
        ${buffer}
      from fee_schedule order by version desc limit 1`;
  };
  const { customer, card } = await funded();
  await publish(1_000);
  await authorized(card, "40.00");
  // 50.50, and a tenth of that.
  expect((await moneyOf(customer, card)).held).toBe("55.55");
});
