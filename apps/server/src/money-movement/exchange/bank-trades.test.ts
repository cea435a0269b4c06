import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { callProven } from "../../testing/test-operators.ts";
import { setLimits } from "../../testing/test-settings.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { EXCHANGE_CHECKS } from "./exchange-checks.repository.ts";

let app: CardsApp;
let ada: TestCustomer;
let ben: TestCustomer;
beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
  [ada, ben] = [await app.newOperator("administrator"), await app.newOperator("administrator")];
});
afterAll(async () => {
  expect(await brokenPromises(app.context, EXCHANGE_CHECKS)).toEqual([]);
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const TRADE = {
  sold: { amount: "80.00", currency: "USD" },
  bought: { amount: "68.50", currency: "EUR" },
  reason: "Offset the week",
};

function propose(over: object, key = newId(), by = ada) {
  const body = { ...TRADE, ...over };
  return callProven(app, by, "POST /api/admin/exchange/trades", body, { key });
}

const approve = (by: TestCustomer, id: string) =>
  callProven(app, by, `POST /api/admin/proposals/${id}/approve`);

async function positions(): Promise<Record<string, string>> {
  const { body } = expectStatus(await app.call(ada, "GET /api/admin/exchange/positions"), 200);
  return Object.fromEntries(
    body.positions.map((one: { currency: string; position: string }) => [
      one.currency,
      one.position,
    ]),
  );
}

/** Has a new customer exchange dollars for euros. */
async function exchange(sell: string) {
  const customer = await app.newCustomer({ USD: 10_000n });
  const asked = { from: "USD", to: "EUR", sell };
  const quote = await app.call(customer, "POST /api/wallet/exchanges/quote", asked);
  if (quote.status !== 201) {
    return quote;
  }
  const { quoteId } = quote.body;
  return app.call(customer, "POST /api/wallet/exchanges", { quoteId }, { key: newId() });
}

test("bank trade: changes the positions when a second administrator approves it", async () => {
  await setLimits(app, { exchange: { positionLimit: "100.00" } });
  expectStatus(await exchange("90.00"), 201);
  const before = await positions();
  expect((await exchange("30.00")).body.code).toBe("exchange_paused");
  const { id, trade, kind } = expectStatus(await propose({ bankReference: "FX-1" }), 201).body;
  expect(kind).toBe("bank_trade");
  expect(trade).toEqual({
    ...{ sold: "80.00", soldCurrency: "USD", bought: "68.50", boughtCurrency: "EUR" },
    bankReference: "FX-1",
  });
  expect(await positions()).toEqual(before);
  const own = await approve(ada, id);
  expect([own.status, own.body.code]).toEqual([403, "proposal_own"]);
  expectStatus(await approve(ben, id), 200);
  const after = await positions();
  expect(after.USD).toBe("10.00");
  expect(Number(after.EUR)).toBeCloseTo(Number(before.EUR) + 68.5, 2);
  // The ceiling counts the trade, so customers can exchange again.
  expectStatus(await exchange("30.00"), 201);
});

test("bank trade: is recorded once, however often it is proposed and approved", async () => {
  const key = newId();
  const first = expectStatus(await propose({ bankReference: "FX-2" }, key), 201).body;
  expect(expectStatus(await propose({ bankReference: "FX-2" }, key), 201).body.id).toBe(first.id);
  const other = { bankReference: "FX-2", sold: { amount: "81.00", currency: "USD" } };
  expect((await propose(other, key)).body.code).toBe("idempotency_mismatch");
  const twin = expectStatus(await propose({ bankReference: "FX-2" }, newId(), ben), 201).body;
  const before = await positions();
  const answers = await Promise.all([approve(ben, first.id), approve(ben, first.id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const late = await approve(ada, twin.id);
  expect([late.status, late.body.code]).toEqual([409, "proposal_outdated"]);
  const again = await propose({ bankReference: "FX-2" });
  expect([again.status, again.body.code]).toEqual([409, "bank_trade_recorded"]);
  const { USD = "" } = await positions();
  expect(Number(before.USD) - Number(USD)).toBeCloseTo(80, 2);
});

test("bank trade: is refused for one currency, a zero amount and other roles", async () => {
  const bankReference = "FX-3";
  for (const over of [
    { bought: { amount: "1.00", currency: "USD" } },
    { sold: { amount: "0.00", currency: "USD" } },
    { sold: { amount: "1.00", currency: "GBP" } },
    { bankReference: "" },
  ]) {
    expect((await propose({ bankReference, ...over })).status).toBe(400);
  }
  const reviewer = await app.newOperator("reviewer");
  expect((await propose({ bankReference }, newId(), reviewer)).status).toBe(403);
});

test("bank trade: verify notices one that was changed after it was recorded", async () => {
  const owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    const [TRADED] = EXCHANGE_CHECKS.filter(({ name }) => name.includes("bank trade moved"));
    await owner`update bank_trade set sold_minor = sold_minor + 1 where bank_reference = 'FX-1'`;
    const broken = await brokenPromises(app.context, EXCHANGE_CHECKS);
    expect(broken.some((one) => one.startsWith(`${TRADED?.name}:`))).toBe(true);
    await owner`update bank_trade set sold_minor = sold_minor - 1 where bank_reference = 'FX-1'`;
  } finally {
    await owner.end();
  }
});
