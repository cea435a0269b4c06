import { afterAll, beforeAll, expect, it } from "vitest";
import { depositorOf } from "../../money-movement/deposits/depositor.fixtures.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, network, openCard, type TestCard } from "../../testing/test-cards.ts";
import { drafted, ruleOver, turn } from "../../testing/test-strategies.ts";
import { withdrawerFor } from "../../testing/test-withdrawals.ts";

let app: CardsApp;
let ada: TestCustomer;
let ben: TestCustomer;
let support: TestCustomer;
let card: TestCard;

beforeAll(async () => {
  app = await createCardsApp();
  [ada, ben] = [await app.newCustomer(), await app.newCustomer()];
  support = await app.newOperator("support");
  card = await openCard(app, ada);
  await fund(app, ada, card, 5_000n);
});
afterAll(() => app?.close());

const wire = ({ customerId }: TestCustomer) => `cus_${customerId}`;
const open = (id: string, who = support, of = "") =>
  app.call(who, `GET /api/admin/movements/${id}${of === "" ? "" : `?customerId=${of}`}`);
async function paid(amount: string, mcc = "5734") {
  const asked = { amount, merchant: { name: "Shop", mcc, country: "US" } };
  const { authorizationId } = await network(app, "authorize", card, asked);
  return { authorizationId, movement: authorizationId.replace("auth_", "mov_") };
}

it("customer movements: a payment shows its hold, its clearing and all its postings", async () => {
  const { authorizationId, movement } = await paid("12.00");
  const authorized = expectStatus(await open(movement, support, wire(ada)), 200).body;
  expect(authorized).toMatchObject({
    ...{ id: movement, kind: "purchase", customerId: wire(ada) },
    ...{ lines: [], assets: [], stoppedBy: [] },
    holds: [{ state: "open", amount: "12.00", captured: "0.00", remaining: "12.00" }],
  });
  const cleared = { authorizationId, amount: "10.00" };
  expectStatus(await app.call(undefined, "POST /sandbox/network/clear", cleared), 200);
  const { body } = await open(movement);
  expect(body.timeline.map(({ kind }: { kind: string }) => kind)).toContain("clearing");
  expect(body.lines).toMatchObject([
    { from: "card", to: "network_settlement", amount: "10.00", currency: "USD" },
  ]);
  expect(body.holds[0].captured).toBe("10.00");
});

it("customer movements: a declined payment shows its rule; a held one, its review", async () => {
  const strategy = await drafted(app, ada, ruleOver("20.00", { action: "review" }));
  expectStatus(await turn(app, ada, strategy.id, "active"), 200);
  const { movement } = await paid("21.00");
  const { body } = await open(movement);
  expect(body.stoppedBy).toEqual([{ strategyId: strategy.id, name: strategy.name }]);
  const [review] = (await app.call(ada, "GET /api/reviews")).body.data;
  expect(body.reviewId).toBe(review.id);
  expect([body.lines, body.holds]).toEqual([[], []]);
});

it("customer movements: a withdrawal shows its hold, its cost and its withdrawal id", async () => {
  const owner = await withdrawerFor(app.context, ada);
  const asked = await owner.withdraw(await owner.quote("20.00"));
  const { body } = await open(asked.movementId);
  expect(body).toMatchObject({
    ...{ kind: "withdrawal", withdrawalId: asked.id },
    holds: [{ state: "open", amount: asked.total, remaining: asked.total }],
  });
});

it("customer movements: a deposit shows what reached the chain, to the millionth", async () => {
  const own = depositorOf(app.context, ben.customerId);
  const deposit = await own.create({ amount: "12.34", network: "BEP20" });
  await own.payExactly(deposit, { raw: 12_346_000_999_999_999_999n, decimals: 18 });
  const { movementId } = await own.read(deposit);
  const { body } = expectStatus(await open(movementId ?? "", support, wire(ben)), 200);
  expect(body.lines).toMatchObject([
    { from: "fx_position", to: "account", amount: "12.34", currency: "USD" },
  ]);
  expect(body.assets).toMatchObject([
    {
      ...{ movementId: expect.stringMatching(/^mov_/), asset: "USDT", network: "BEP20" },
      lines: [
        { from: "chain_clearing", to: "fx_position", amount: "12.34" },
        { from: "chain_clearing", to: "dust", amount: "0.006" },
      ],
    },
  ]);
  const [asset] = body.assets;
  expect((await open(asset.movementId)).status).toBe(404);
});

it("customer movements: a load shows both of its lines, including the fee line", async () => {
  const bills = await app.call(ada, "GET /api/bills?kind=card_deposit");
  const { body } = await open(bills.body.data[0].id);
  const sides = body.lines.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`);
  expect(sides.toSorted()).toEqual(["account card", "account fees"]);
});

it("customer movements: steps and others' movements return 404; roles are enforced", async () => {
  const { movement, authorizationId } = await paid("3.00");
  expectStatus(
    await app.call(undefined, "POST /sandbox/network/clear", { authorizationId, amount: "3.00" }),
    200,
  );
  const step = await app.context.db.sql`
    select id from ledger.movement where parent_id = ${movement.replace("mov_", "")}`;
  const missing = [
    await open(movement, support, wire(ben)),
    await open(`mov_${step[0]?.id}`),
    await open(`mov_${newId()}`),
    await open(card.id),
  ];
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await open(movement, ada)).status).toBe(403);
  for (const role of ["reviewer", "administrator", "auditor"] as const) {
    expectStatus(await open(movement, await app.newOperator(role)), 200);
  }
});

it("customer movements: opening a movement is audited as a view of its customer", async () => {
  const { movement } = await paid("4.00");
  const reader = await app.newOperator("support");
  expectStatus(await open(movement, reader), 200);
  const rows = await app.context.db.sql`
    select 1 from ledger.audit where action = 'customer.viewed' and actor = ${reader.userId}`;
  expect(rows).toHaveLength(1);
});
