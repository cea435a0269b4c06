import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDemoTotp } from "../../identity/second-factor/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { setLimits } from "../../testing/test-settings.ts";
import { quoteWithdrawal } from "./quote-withdrawal.ts";
import { readTerms } from "./read-terms.ts";
import { newWithdrawer, type Withdrawer, withdrawalUuid } from "./withdrawals.fixtures.ts";

/** A withdrawal counts with its total: this amount plus one percent and one dollar. */
const AMOUNT = "40.00";
const TOTAL = "41.40";
const BELOW_TOTAL = "41.39";

let app: CardsApp;
/** Two servers with a shared database but separate memory. */
let servers: readonly AppContext[];
beforeAll(async () => {
  app = await createCardsApp();
  servers = [app.context, { ...app.context }];
});
afterAll(() => app.close());

async function withdrawn(server: AppContext) {
  const owner = await newWithdrawer(server);
  return owner.withdraw(await owner.quote(AMOUNT));
}

async function twoMustAgree(id: string): Promise<boolean | undefined> {
  const [row] = await app.context.db.sql<{ needs_two: boolean }[]>`
    select needs_two from withdrawal where id = ${withdrawalUuid({ id })}`;
  return row?.needs_two;
}

const quoteOf = (owner: Withdrawer) =>
  quoteWithdrawal(app.context, {
    customerId: owner.customerId,
    addressId: owner.addressId,
    amount: AMOUNT,
    currency: "USD",
  });

describe("a settings change by an administrator applies immediately on every server", () => {
  test("to the amount above which one operator decides", async () => {
    await setLimits(app, { withdrawal: { reviewAbove: TOTAL } });
    for (const server of servers) {
      expect((await withdrawn(server)).reviewReasons).toEqual([]);
    }
    await setLimits(app, { withdrawal: { reviewAbove: BELOW_TOTAL } });
    for (const server of servers) {
      expect((await withdrawn(server)).reviewReasons).toEqual(["over_threshold"]);
    }
  });

  test("to the amount above which two operators decide", async () => {
    await setLimits(app, { withdrawal: { reviewAbove: "1.00", twoAbove: TOTAL } });
    for (const server of servers) {
      expect(await twoMustAgree((await withdrawn(server)).id)).toBe(false);
    }
    await setLimits(app, { withdrawal: { twoAbove: BELOW_TOTAL } });
    for (const server of servers) {
      expect(await twoMustAgree((await withdrawn(server)).id)).toBe(true);
    }
  });

  test.each([
    ["the password alone", "dayLimitWithoutFactor", false],
    ["a second factor", "dayLimit", true],
  ] as const)("to the daily limit with %s", async (_, limit, hasFactor) => {
    await setLimits(app, { withdrawal: { dayLimitWithoutFactor: "0.00", dayLimit: "9000.00" } });
    const owners = await Promise.all(servers.map((server) => newWithdrawer(server)));
    for (const { session } of hasFactor ? owners : []) {
      await inTransaction(app.context.db, (tx) => addDemoTotp(app.context, tx, session.userId));
    }
    const quotes = await Promise.all(owners.map((owner) => owner.quote(AMOUNT)));
    for (const most of [BELOW_TOTAL, TOTAL]) {
      await setLimits(app, { withdrawal: { [limit]: most } });
      for (const [place, server] of servers.entries()) {
        const { session, withdraw } = owners[place] as Withdrawer;
        expect((await readTerms(server, session)).dayLimit).toBe(most);
        const asked = withdraw(quotes[place] ?? "");
        await (most === TOTAL
          ? expect(asked).resolves.toMatchObject({ total: TOTAL })
          : expect(asked).rejects.toThrow("withdrawal_limit"));
      }
    }
  });
});

describe("a settings change between quote and withdrawal", () => {
  test("that tightens a threshold leads to a review, at the quoted price", async () => {
    const limits = { dayLimitWithoutFactor: "200.00", dayLimit: "20000.00" };
    await setLimits(app, { withdrawal: { ...limits, reviewAbove: "900.00", twoAbove: "900.00" } });
    const owner = await newWithdrawer(app.context);
    const [quoteId, shown] = [await owner.quote(AMOUNT), await quoteOf(owner)];
    expect(shown.needsReview).toBe(false);
    await setLimits(app, { withdrawal: { reviewAbove: BELOW_TOTAL } });
    const made = await owner.withdraw(quoteId);
    expect(made).toMatchObject({ reviewReasons: ["over_threshold"], total: shown.total });
  });

  test("that loosens a threshold skips the review", async () => {
    const owner = await newWithdrawer(app.context);
    const [quoteId, shown] = [await owner.quote(AMOUNT), await quoteOf(owner)];
    expect(shown.needsReview).toBe(true);
    await setLimits(app, { withdrawal: { reviewAbove: TOTAL } });
    expect((await owner.withdraw(quoteId)).reviewReasons).toEqual([]);
  });
});
