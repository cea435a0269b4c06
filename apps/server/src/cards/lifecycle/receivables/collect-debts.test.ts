import type { Ledger } from "@tessera/ledger";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../../../platform/context.ts";
import { newId, parseId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { fund, network, openCard, step, type TestCard } from "../../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../../testing/without-repeated-jobs.ts";
import { lockCard } from "../cards.repository.ts";
import { collectDebts } from "./collect-debts.ts";
import { indebted, repayDebt } from "./repay-debt.ts";

let app: CardsApp;
let customer: TestCustomer;
let card: TestCard;

beforeAll(async () => {
  // The tests collect the debts themselves.
  app = await withoutRepeatedJobs(() => createCardsApp());
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  customer = await app.newCustomer({ USD: 30_000n });
  card = await openCard(app, customer);
});

function close(which: TestCard) {
  const request = `POST /api/cards/${which.id}/close` as const;
  return app.call(customer, request, undefined, { key: newId() });
}

async function owed(): Promise<bigint | undefined> {
  const [row] = await app.context.db.sql<{ owed: bigint }[]>`
    select owed_minor as owed from card_standing where id = ${parseId("card", card.id) ?? ""}`;
  return row?.owed;
}

async function isNoted(): Promise<boolean> {
  const rows = await app.context.db.sql`
    select from card_debt where card_id = ${parseId("card", card.id) ?? ""}`;
  return rows.length > 0;
}

/**
 * Repays the debt the way a refund or a load does, using a ledger that may refuse the repayment.
 */
async function repay(ledger: Ledger = app.context.ledger): Promise<bigint> {
  const context = { ...app.context, ledger };
  return inTransaction(context.db, async (tx) => {
    const row = await lockCard(tx, customer.customerId, parseId("card", card.id) ?? "");
    if (row === undefined) {
      throw new Error("the card is missing");
    }
    return repayDebt(context, tx, indebted(row), null);
  });
}

const refusing: () => Ledger = () => ({
  ...app.context.ledger,
  async post(_tx, movements) {
    return movements.map(({ id }) => ({
      outcome: "refused",
      movementId: id,
      reason: "no_such_account",
    }));
  },
});

test("receivables: a closed card's debt is paid as soon as the account has money", async () => {
  const other = await openCard(app, customer);
  await fund(app, customer, other, 20_000n);
  await close(card);
  await network(app, "force-post", card, { amount: "150.00" });
  const before = await owed();
  expect(before).toBeGreaterThan(0n);
  await collectDebts(app.context);
  expect(await owed()).toBe(before);
  await close(other);
  await collectDebts(app.context);
  expect(await owed()).toBe(0n);
});

test("receivables: an unexpectedly refused repayment is logged and made later", async () => {
  await network(app, "force-post", card, { amount: "20.00" });
  await app.call(customer, `POST /api/cards/${card.id}/freeze`);
  await network(app, "refund", card, { amount: "30.00" });
  await app.call(customer, `POST /api/cards/${card.id}/unfreeze`);
  const logged = () => app.logs.filter((line) => line.includes("a debt was not repaid")).length;
  expect(await repay(refusing())).toBe(2_000n);
  expect(logged()).toBe(1);
  await collectDebts(app.context);
  expect(await owed()).toBe(0n);
  expect(logged()).toBe(1);
});

test("receivables: a repayment that a freeze blocks is made later, with no log entry", async () => {
  await network(app, "force-post", card, { amount: "20.00" });
  await app.call(customer, `POST /api/cards/${card.id}/freeze`);
  const before = app.logs.length;
  await network(app, "refund", card, { amount: "30.00" });
  expect(app.logs.slice(before).join("")).not.toContain("a debt was not repaid");
  await collectDebts(app.context);
  expect(await owed()).toBe(2_000n);
  await app.call(customer, `POST /api/cards/${card.id}/unfreeze`);
  await collectDebts(app.context);
  expect(await owed()).toBe(0n);
});

test("receivables: a debt is recorded when it arises and deleted when it is paid", async () => {
  expect(await isNoted()).toBe(false);
  await fund(app, customer, card, 1_000n);
  const { authorizationId } = await network(app, "authorize", card, { amount: "10.00" });
  await step(app, "clear", authorizationId, "15.00");
  expect([await owed(), await isNoted()]).toEqual([500n, true]);
  await fund(app, customer, card, 1_000n);
  await collectDebts(app.context);
  expect([await owed(), await isNoted()]).toEqual([0n, false]);
});
