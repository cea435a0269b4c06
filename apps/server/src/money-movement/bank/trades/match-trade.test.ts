import { houseAccount } from "@tessera/ledger";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import type { TestCustomer } from "../../../testing/cards-app.ts";
import { expectStatus } from "../../../testing/test-cards.ts";
import { callProven } from "../../../testing/test-operators.ts";
import { type BankApp, bankReference, createBankApp, TestBank } from "../bank.fixtures.ts";
import { matchNamedTrades } from "./match-trade.ts";

let app: BankApp;
let bank: TestBank;
let ada: TestCustomer;
beforeAll(async () => {
  app = await createBankApp();
  bank = new TestBank(app, 10_000_000n);
  ada = await app.newOperator("administrator");
  await app.settle(bank.statement([]));
});
afterAll(async () => {
  expect(await app.brokenBankBooks()).toEqual([]);
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

/** The balance in euros of an account of the program. */
async function house(kind: "suspense" | "bank_clearing" | "fx_position"): Promise<bigint> {
  const [row] = await app.context.db.sql<{ balance: bigint }[]>`
    select ledger.house_balance(${houseAccount(kind, "EUR")}) as balance`;
  return row?.balance ?? 0n;
}

const euros = (amount: string) => ({ amount, currency: "EUR" });
const dollars = (amount: string) => ({ amount, currency: "USD" });

/** Records a trade, which one administrator proposes and another approves. */
async function trade(name: string, sold: object, bought: object): Promise<void> {
  const body = { sold, bought, bankReference: name, reason: "Offset the week" };
  const key = newId();
  const asked = await callProven(app, ada, "POST /api/admin/exchange/trades", body, { key });
  const { id } = expectStatus(asked, 201).body;
  const approve = `POST /api/admin/proposals/${id}/approve` as const;
  expectStatus(await callProven(app, app.other, approve), 200);
}

async function detail(reference: string) {
  const { id } = await app.entryOf(reference);
  return expectStatus(await app.call(app.reviewer, `GET /api/admin/bank/entries/${id}`), 200).body;
}

function match(id: string, tradeId: string, by: TestCustomer = app.reviewer) {
  return app.call(by, `POST /api/admin/bank/entries/${id}/match-trade`, { tradeId });
}

describe("a trade that a statement names", () => {
  it("explains its debit, recorded before the import, and leaves suspense as it was", async () => {
    const before = [await house("suspense"), await house("fx_position")] as const;
    await trade("FX-1", euros("800.00"), dollars("920.00"));
    const debit = bank.debit({ amountMinor: 80_000n, remittance: "Deal FX-1 EUR/USD" });
    await app.settle(bank.statement([debit]));
    expect((await detail(debit.reference)).state).toBe("outflow");
    expect(await matchNamedTrades(app.context)).toBe(1);
    expect(await matchNamedTrades(app.context)).toBe(0);
    expect(await detail(debit.reference)).toMatchObject({ state: "traded", decidedBy: null });
    expect(await house("suspense")).toBe(before[0]);
    expect(await house("fx_position")).toBe(before[1] - 80_000n);
    expect(await house("bank_clearing")).toBe(-bank.balanceMinor);
    expect(await app.brokenBankBooks()).toEqual([]);
    const audited = await app.context.db.sql<{ actor: string }[]>`
      select actor from ledger.audit where action = 'bank.trade'`;
    expect(audited).toEqual([{ actor: "bank:XX93DEMO0000000000000003" }]);
  });

  it("explains its credit, imported before it was recorded", async () => {
    const credit = bank.credit({ amountMinor: 70_000n, endToEndId: "FX-2" });
    await app.settle(bank.statement([credit]));
    expect(await matchNamedTrades(app.context)).toBe(0);
    await trade("FX-2", dollars("805.00"), euros("700.00"));
    expect(await matchNamedTrades(app.context)).toBe(1);
    expect(await detail(credit.reference)).toMatchObject({ state: "traded", reason: null });
    expect(await app.brokenBankBooks()).toEqual([]);
  });

  it("is matched once by two servers at the same time", async () => {
    await trade("FX-3", euros("300.00"), dollars("345.00"));
    await app.settle(bank.statement([bank.debit({ amountMinor: 30_000n, remittance: "FX-3" })]));
    const matched = await Promise.all([
      matchNamedTrades(app.context),
      matchNamedTrades(app.context),
    ]);
    expect(matched.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it("stays with operators if the amount, the currency or the direction differs", async () => {
    await trade("FX-4", euros("400.00"), dollars("460.00"));
    await app.settle(
      bank.statement([
        bank.debit({ amountMinor: 39_999n, remittance: "FX-4" }),
        bank.debit({ amountMinor: 46_000n, remittance: "FX-4" }),
        bank.credit({ amountMinor: 40_000n, remittance: "FX-4" }),
      ]),
    );
    expect(await matchNamedTrades(app.context)).toBe(0);
  });
});

describe("a trade that a statement does not name", () => {
  it("is proposed, matched by an operator once, and the match can be undone", async () => {
    await trade("FX-5", euros("500.00"), dollars("575.00"));
    const twins = [bankReference(), bankReference()].map((reference) =>
      bank.debit({ reference, amountMinor: 50_000n, remittance: "Foreign exchange" }),
    );
    await app.settle(bank.statement(twins));
    expect(await matchNamedTrades(app.context)).toBe(0);
    const [one, other] = await Promise.all(twins.map(({ reference }) => detail(reference)));
    expect(one.trades).toEqual([
      expect.objectContaining({
        ...{ bankReference: "FX-5", otherAmount: "575.00", otherCurrency: "USD" },
        isNamed: false,
      }),
    ]);
    const [{ tradeId }] = one.trades;
    expect((await match(one.id, tradeId, app.support)).status).toBe(403);
    const answers = await Promise.all([match(one.id, tradeId), match(other.id, tradeId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.code).toBe("bank_trade_mismatch");
    expect(await app.brokenBankBooks()).toEqual([]);
    const won = answers[0]?.status === 200 ? one : other;
    const lost = won === one ? other : one;
    expect((await detail(lost.reference)).trades).toEqual([]);
    expectStatus(await match(won.id, tradeId), 200);
    const undo = `POST /api/admin/bank/entries/${won.id}/reopen` as const;
    const undone = await app.call(app.reviewer, undo, { reason: "The other one" });
    expect(expectStatus(undone, 200).body).toMatchObject({ state: "outflow", movementId: null });
    expect(await app.brokenBankBooks()).toEqual([]);
    expectStatus(await match(lost.id, tradeId), 200);
    expect(await detail(lost.reference)).toMatchObject({ state: "traded" });
  });

  it("is never matched again by itself after an operator undid it", async () => {
    await trade("FX-6", euros("600.00"), dollars("690.00"));
    const debit = bank.debit({ amountMinor: 60_000n, remittance: "FX-6" });
    await app.settle(bank.statement([debit]));
    expect(await matchNamedTrades(app.context)).toBe(1);
    const { id } = await detail(debit.reference);
    const undo = `POST /api/admin/bank/entries/${id}/reopen` as const;
    expectStatus(await app.call(app.reviewer, undo, { reason: "A test" }), 200);
    expect(await matchNamedTrades(app.context)).toBe(0);
    expect((await detail(debit.reference)).trades).toMatchObject([{ isNamed: true }]);
  });

  it("is refused for an amount that is not its own, and for a decided transaction", async () => {
    await trade("FX-7", euros("710.00"), dollars("816.50"));
    const [fits, differs] = [
      bank.debit({ amountMinor: 71_000n }),
      bank.debit({ amountMinor: 71_001n }),
    ];
    await app.settle(bank.statement([fits, differs]));
    const [{ tradeId }] = (await detail(fits.reference)).trades;
    const { id } = await detail(differs.reference);
    const refused = await match(id, tradeId);
    expect([refused.status, refused.body.code]).toEqual([409, "bank_trade_mismatch"]);
    const matched = await detail(fits.reference);
    expectStatus(await match(matched.id, tradeId), 200);
    const late = await match(matched.id, tradeId, app.other);
    expect([late.status, late.body.code]).toEqual([409, "bank_entry_decided"]);
  });
});

it("bank: verify notices a trade's transaction with another amount", async () => {
  const { id } = await detail(
    (await app.call(app.reviewer, "GET /api/admin/bank/entries?state=traded")).body.data[0]
      .reference,
  );
  const change = async (by: number) => {
    const owner = postgres(app.database.ownerUrl, { max: 1 });
    await owner`
      update bank_entry set amount_minor = amount_minor + ${by} where id = ${id.slice(4)}`;
    await owner.end();
  };
  await change(1);
  expect((await app.brokenBankBooks()).join()).toContain(
    "every bank transaction of a trade has the amount of its side",
  );
  await change(-1);
});
