import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  openingFeeFor,
  SEGMENTS,
  send,
  step,
  type TestCard,
} from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { stopAccounts } from "./stop-accounts.ts";

// What a stopped account still takes: decision 0227. Payments from the chain and withdrawals have
// their tests in money-movement.

let app: CardsApp;
let owner: postgres.Sql;
let administrator: TestCustomer;
let customer: TestCustomer;
let card: TestCard;
/** The customer's account and the card's account, both in USD. */
let accounts: bigint[];

beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
  owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
  administrator = await app.newOperator("administrator");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await owner.end();
  await app.close();
});

beforeEach(async () => {
  customer = await app.newCustomer({ USD: 100_000n });
  card = await openCard(app, customer, SEGMENTS.mastercardStandardUsd);
  await fund(app, customer, card, 10_000n);
  const [row] = await owner<{ card: string; account: string }[]>`
    select card_account::text as card, funding_account::text as account
    from card where id = ${parseId("card", card.id) ?? ""}`;
  accounts = [BigInt(row?.account ?? 0), BigInt(row?.card ?? 0)];
});

/** Stops both accounts as a failed check does, acts, and then lifts the stops. */
async function whileStopped(act: () => Promise<void>): Promise<void> {
  const { customerId } = customer;
  const concerned = accounts.map((account) => ({ account, customerId, finding: "{}" }));
  await stopAccounts(app.context, "zero_sum", concerned);
  const stops = async () => {
    const { body } = await app.call(administrator, "GET /api/admin/board");
    return body.stops.filter(
      (stop: { customerId: string }) => stop.customerId === `cus_${customer.customerId}`,
    );
  };
  const stopped = await stops();
  expect(stopped).toHaveLength(2);
  await act();
  const [both] = await owner<{ blocked: number }[]>`
    select count(*)::int as blocked from ledger.balance
    where account_id = any (${accounts.map(String)}::bigint[]) and status = 3`;
  expect(both?.blocked).toBe(2);
  for (const { id } of stopped) {
    const body = { note: "The balance was corrected by hand." };
    expectStatus(
      await app.call(administrator, `POST /api/admin/account-stops/${id}/lift`, body),
      200,
    );
  }
}

interface Money {
  readonly posted: bigint;
  readonly held: bigint;
}

/** Reads what the customer's accounts hold and owe, and how many movements they have. */
async function money(): Promise<Money & { readonly owed: bigint; readonly movements: number }> {
  const [row] = await owner<
    { posted: string; held: string; owed: string; movements: number }[]
  >`select
      sum(b.posted) filter (where a.kind <> 'receivable') as posted,
      sum(b.held) as held,
      -sum(b.posted) filter (where a.kind = 'receivable') as owed,
      (select count(*)::int from ledger.transfer t join ledger.movement m on m.id = t.movement_id
        where m.customer_id = ${customer.customerId}) as movements
    from ledger.balance b join ledger.account a on a.id = b.account_id
    where b.customer_id = ${customer.customerId} and b.currency = 'USD'`;
  return {
    posted: BigInt(row?.posted ?? 0),
    held: BigInt(row?.held ?? 0),
    owed: BigInt(row?.owed ?? 0),
    movements: row?.movements ?? 0,
  };
}

async function authorized(amount: string): Promise<string> {
  const { authorizationId } = await network(app, "authorize", card, { amount });
  return authorizationId;
}

async function quoted(operation: "deposit" | "withdraw"): Promise<string> {
  const body = { operation, amount: "1.00" };
  const path = `POST /api/cards/${card.id}/quote` as const;
  return expectStatus(await app.call(customer, path, body), 201).body.quoteId;
}

describe("a stopped account books what the network has settled:", () => {
  test("a clearing of what was authorized before", async () => {
    const id = await authorized("5.00");
    await whileStopped(async () => {
      const before = await money();
      expectStatus(await step(app, "clear", id, "5.00"), 200);
      const after = await money();
      expect([after.posted - before.posted, after.held]).toEqual([-500n, 0n]);
    });
  });

  test("a clearing after the hold has ended, and one beyond the hold", async () => {
    const [ended, small] = [await authorized("5.00"), await authorized("1.00")];
    expectStatus(await step(app, "expire", ended), 200);
    await whileStopped(async () => {
      const before = await money();
      expectStatus(await step(app, "clear", ended, "5.00"), 200);
      expectStatus(await step(app, "clear", small, "3.00"), 200);
      const after = await money();
      expect([after.posted - before.posted, after.held]).toEqual([-800n, 0n]);
    });
  });

  test("a reversal, an expiry and a lower advice, which release holds", async () => {
    const ids = [await authorized("5.00"), await authorized("4.00"), await authorized("3.00")];
    const [reversed = "", expired = "", lowered = ""] = ids;
    await whileStopped(async () => {
      const before = await money();
      expectStatus(await step(app, "reverse", reversed), 200);
      expectStatus(await step(app, "expire", expired), 200);
      expectStatus(await step(app, "advice", lowered, "2.00"), 200);
      const after = await money();
      expect([before.held, after.held, after.posted]).toEqual([1_200n, 200n, before.posted]);
    });
  });

  test("a refund, which no later payment can spend before the stop is lifted", async () => {
    await whileStopped(async () => {
      const before = await money();
      const refund = await network(app, "refund", card, { amount: "7.00" });
      expect(refund).toMatchObject({ approved: true, code: "approved", amount: "7.00" });
      expect((await money()).posted - before.posted).toBe(700n);
      const paid = await network(app, "authorize", card, { amount: "1.00" });
      expect(paid).toMatchObject({ approved: false, code: "account_under_review" });
    });
  });

  test("a refund to a closed card, on the account that funded the card", async () => {
    const closed = await app.call(customer, `POST /api/cards/${card.id}/close`, undefined, {
      key: newId(),
    });
    expectStatus(closed, 200);
    const other = await openCard(app, customer, SEGMENTS.mastercardStandardUsd);
    const [row] = await owner<{ card: string }[]>`
      select card_account::text as card from card where id = ${parseId("card", other.id) ?? ""}`;
    accounts = [accounts[0] ?? 0n, BigInt(row?.card ?? 0)];
    await whileStopped(async () => {
      const before = await money();
      expect(await network(app, "refund", card, { amount: "7.00" })).toMatchObject({
        approved: true,
      });
      expect((await money()).posted - before.posted).toBe(700n);
    });
  });

  test("the reversal of a refund", async () => {
    const { movementId: refundId } = await network(app, "refund", card, { amount: "7.00" });
    await whileStopped(async () => {
      const before = await money();
      expectStatus(await send(app, "return-reversal", { refundId }), 200);
      expect((await money()).posted - before.posted).toBe(-700n);
    });
  });

  test("a force post, beyond the balance as a debt that waits to be repaid", async () => {
    await whileStopped(async () => {
      const before = await money();
      const forced = await network(app, "force-post", card, { amount: "150.00" });
      expect(forced).toMatchObject({ approved: true });
      const after = await money();
      expect(after.posted - after.owed - (before.posted - before.owed)).toBe(-15_000n);
      expect(after.owed).toBeGreaterThan(0n);
      // The refund is booked, and the debt is not repaid from it during the stop.
      await network(app, "refund", card, { amount: "10.00" });
      expect((await money()).owed).toBe(after.owed);
    });
    // After the stop, the next credit repays the debt.
    await network(app, "refund", card, { amount: "100.00" });
    expect((await money()).owed).toBe(0n);
  });
});

describe("a stopped account refuses, and nothing moves:", () => {
  /** Calls something that must move no money on the stopped accounts. */
  async function refused(act: () => Promise<unknown>): Promise<void> {
    await whileStopped(async () => {
      const before = await money();
      await act();
      expect(await money()).toEqual(before);
    });
  }
  const UNDER_REVIEW = { approved: false, code: "account_under_review" };

  test.each(["authorize", "single-message"] as const)("a payment (%s)", (message) =>
    refused(async () => {
      expect(await network(app, message, card, { amount: "1.00" })).toMatchObject(UNDER_REVIEW);
    }),
  );

  test("an account verification", () =>
    refused(async () => {
      expect(await network(app, "authorize", card, { amount: "0.00" })).toMatchObject(UNDER_REVIEW);
    }));

  test("an increment, while a higher advice is recorded without a further hold", async () => {
    const [one, other] = [await authorized("5.00"), await authorized("5.00")];
    await refused(async () => {
      const more = expectStatus(await step(app, "increment", one, "2.00"), 200).body;
      expect(more).toMatchObject(UNDER_REVIEW);
      expectStatus(await step(app, "advice", other, "9.00"), 200);
    });
  });

  test.each([
    ["deposit", "a load"],
    ["withdraw", "an unload"],
  ] as const)("(%s) %s", async (operation, _what) => {
    const quoteId = await quoted(operation);
    await refused(async () => {
      const path = `POST /api/cards/${card.id}/${operation}` as const;
      const taken = await app.call(customer, path, { quoteId }, { key: newId() });
      expect([taken.status, taken.body.code]).toEqual([409, "account_suspended"]);
    });
  });

  test("the fee of a new card", () =>
    refused(async () => {
      const segmentId = SEGMENTS.mastercardStandardUsd;
      const body = { segmentId, billingAddress: "auto", openingFee: openingFeeFor(segmentId) };
      const asked = await app.call(customer, "POST /api/card-applications", body, { key: newId() });
      expect([asked.status, asked.body.code]).toEqual([409, "account_suspended"]);
    }));

  test("closing and replacing its card", () =>
    refused(async () => {
      const closed = await app.call(customer, `POST /api/cards/${card.id}/close`, undefined, {
        key: newId(),
      });
      expect([closed.status, closed.body.code]).toEqual([409, "account_suspended"]);
      const headers = { "x-proof": await app.prove(customer) };
      const path = `POST /api/cards/${card.id}/replace` as const;
      const options = { key: newId(), headers };
      const replaced = await app.call(customer, path, { reason: "lost" }, options);
      expect([replaced.status, replaced.body.code]).toEqual([409, "account_suspended"]);
    }));
});

test("a stopped account can be adjusted by two operators, and by no single one", async () => {
  const [support, reviewer] = [await app.newOperator("support"), await app.newOperator("reviewer")];
  await whileStopped(async () => {
    const before = await money();
    const terms = {
      amount: "2.00",
      currency: "USD",
      direction: "debit",
      reason: "Found by a check",
      reference: "CASE-1",
    };
    const path = `POST /api/admin/customers/cus_${customer.customerId}/corrections` as const;
    const asked = expectStatus(await app.call(support, path, terms, { key: newId() }), 201).body;
    expect((await money()).posted).toBe(before.posted);
    const approve = `POST /api/admin/corrections/${asked.id}/approve` as const;
    expect((await app.call(support, approve, { revision: 1 })).status).toBeGreaterThanOrEqual(400);
    expectStatus(await app.call(reviewer, approve, { revision: 1 }), 200);
    expect((await money()).posted - before.posted).toBe(-200n);
  });
});
