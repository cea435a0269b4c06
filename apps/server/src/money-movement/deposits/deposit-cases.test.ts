import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { rawFactIds } from "../../testing/raw-fact-ids.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { flag } from "../../testing/test-reviews.ts";
import { ratesBook } from "../rates/index.ts";

let app: CardsApp;
let ruth: TestCustomer;
let omar: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp({ SANDBOX_BLOCK_MS: "20" });
  [ruth, omar] = [await app.newOperator("reviewer"), await app.newOperator("reviewer")];
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  // These cover deposits under review, and returned ones.
  expect(await brokenPromises(app.context, SERVER_CHECKS)).toEqual([]);
  await app.close();
});

/** Creates a paid and confirmed deposit that is held for operators. Returns its case. */
async function heldDeposit(customer: TestCustomer, paid: string, other = {}) {
  const order = { asset: "USDT", network: "TRC20", amount: "500.00", ...other };
  const made = await app.call(customer, "POST /api/wallet/deposits", order, { key: newId() });
  const { id: depositId } = expectStatus(made, 201).body;
  expectStatus(
    await app.call(undefined, "POST /sandbox/chain/pay", { depositId, amount: paid }),
    200,
  );
  const list = () => app.call(customer, "GET /api/reviews?kind=deposit&turn=us");
  await expect.poll(async () => (await list()).body.data.length, { timeout: 100_000 }).toBe(1);
  const [review] = (await list()).body.data;
  return { depositId, review };
}

async function balanceOf({ customerId }: TestCustomer, currency = "USD") {
  const [row] = await app.context.db.sql<{ posted: bigint }[]>`
    select b.posted from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customerId} and a.kind = 'account' and a.currency = ${currency}`;
  return row?.posted;
}

const depositOf = async (who: TestCustomer, id: string) =>
  (await app.call(who, `GET /api/wallet/deposits/${id}`)).body;

test("deposit reviews: a flagged customer's deposit is credited after approval", async () => {
  const customer = await app.newCustomer({});
  await flag(app, customer);
  const { depositId, review } = await heldDeposit(customer, "500.00");
  expect(review).toMatchObject({ amount: "500.00", currency: "USD", reasons: ["flagged"] });
  expect(await balanceOf(customer)).toBe(0n);
  const bills = (await app.call(customer, "GET /api/wallet/history")).body.data;
  expect(bills[0]).toMatchObject({ kind: "deposit", status: "reviewing" });

  const held = { status: "pending", review: "reviewing", confirmations: 20 };
  expect(await depositOf(customer, depositId)).toMatchObject(held);
  const path = `/api/admin/reviews/${review.id}` as const;
  const { facts } = expectStatus(await app.call(ruth, `GET ${path}`), 200).body;
  expect(facts).toContainEqual({ name: "received", value: "500.00 USDT" });
  expectStatus(await app.call(ruth, `POST ${path}/approve`, { revision: 1 }), 200);
  expect(await balanceOf(customer)).toBe(50_000n);
  expect(await depositOf(customer, depositId)).toMatchObject({
    status: "completed",
    review: null,
  });
});

test("deposit reviews: none is approved while its account is stopped", async () => {
  const customer = await app.newCustomer({});
  await flag(app, customer);
  const { review } = await heldDeposit(customer, "500.00");
  const { db, ledger } = app.context;
  const [row] = await db.sql<{ id: bigint }[]>`
    select id from ledger.account
    where customer_id = ${customer.customerId} and kind = 'account' and currency = 'USD'`;
  const account = row?.id ?? 0n;
  await ledger.setAccountStatus(db.kysely, account, "blocked");
  const approve = () =>
    app.call(ruth, `POST /api/admin/reviews/${review.id}/approve`, { revision: 1 });
  const early = await approve();
  expect([early.status, early.body.code]).toEqual([409, "account_suspended"]);
  expect(await balanceOf(customer)).toBe(0n);
  await ledger.setAccountStatus(db.kysely, account, "open");
  expectStatus(await approve(), 200);
  expect(await balanceOf(customer)).toBe(50_000n);
});

test("deposit reviews: what had no rate when it was paid has that of its approval", async () => {
  const customer = await app.newCustomer({});
  const book = app.context.use(ratesBook);
  const today = await book.priceable();
  const priceable = vi.spyOn(book, "priceable");
  const outage = () => priceable.mockRejectedValue(new Refusal("rates_unavailable"));
  try {
    const made = { currency: "CNY", amount: "100.00" };
    priceable.mockResolvedValueOnce(today);
    outage();
    const { review } = await heldDeposit(customer, "1000.00", made);
    expect(review.reasons).toEqual(["no_rate"]);
    const path = `POST /api/admin/reviews/${review.id}/approve` as const;
    expect(await app.call(ruth, path, { revision: 1 })).toMatchObject({ status: 503 });
    const perEuro = { ...today.perEuro, CNY: today.perEuro.CNY * 2n };
    priceable.mockResolvedValue({ ...today, perEuro });
    expectStatus(await app.call(ruth, path, { revision: 1 }), 200);
  } finally {
    vi.restoreAllMocks();
  }
  // 100 at the quoted rate, the rest at twice that rate.
  expect(await balanceOf(customer, "CNY")).toBe(1_343_065n);
});

test("deposit reviews: huge deposits need two approvals; rejected ones are returned", async () => {
  const customer = await app.newCustomer({});
  const { depositId, review } = await heldDeposit(customer, "1000000.01");
  expect(review.reasons).toEqual(["over_threshold"]);
  const path = `/api/admin/reviews/${review.id}` as const;
  const first = expectStatus(await app.call(ruth, `POST ${path}/approve`, { revision: 1 }), 200);
  expect(first.body).toMatchObject({ needsTwo: true, status: "in_review" });
  expect(await balanceOf(customer)).toBe(0n);
  const rejection = { revision: 1, reason: "Sent by mistake" };
  expectStatus(await app.call(omar, `POST ${path}/reject`, rejection), 200);
  expect(await balanceOf(customer)).toBe(0n);
  expect(await depositOf(customer, depositId)).toMatchObject({
    status: "cancelled",
    review: "returned",
  });
  const { body } = await app.call(customer, `GET /api/reviews/${review.id}`);
  expect(body).toMatchObject({ status: "rejected", appealUntil: null });
});

test("deposit reviews: a case's facts contain no raw ids", async () => {
  expect(await rawFactIds(app.context)).toEqual({ kinds: ["deposit"], found: [] });
});
