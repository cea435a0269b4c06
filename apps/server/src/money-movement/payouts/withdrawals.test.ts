import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Decider, ReviewCase } from "../../back-office/cases/index.ts";
import { accountOf } from "../../identity/people/index.ts";
import { liftSuspension, suspendCustomer } from "../../identity/sessions/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { advanceWithdrawals } from "./advance-withdrawals.ts";
import { withdrawalCases } from "./decide-withdrawals.ts";
import { quoteWithdrawal } from "./quote-withdrawal.ts";
import { sandboxPayoutsOf } from "./send/payouts.ts";
import { sendPayouts } from "./send/send-payouts.ts";
import { QUEUE_LIFETIME_MS } from "./withdrawal-terms.policy.ts";
import {
  brokenBooks,
  newWithdrawer,
  type Withdrawer,
  withdrawalUuid,
} from "./withdrawals.fixtures.ts";

const AT_ONCE = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };

let it: TestContext;
beforeAll(async () => {
  it = await createTestContext({ WITHDRAWAL_CANCEL_SECONDS: "60" });
});
afterAll(async () => {
  expect(await brokenBooks(it.context)).toEqual([]);
  await it.close();
});

/** Advances past the cancel window. */
async function passWindow(): Promise<void> {
  it.clock.advance(61);
  await advanceWithdrawals(it.context);
}

async function asked(owner: Withdrawer, amount = "20.00") {
  return owner.withdraw(await owner.quote(amount));
}

/** Returns each attempt's outcome, or its error code if it failed. */
async function outcomes(attempts: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((one) => {
    if (one.status === "fulfilled") {
      return "done";
    }
    return one.reason instanceof Refusal ? one.reason.code : String(one.reason);
  });
}

async function caseOf(id: string): Promise<ReviewCase> {
  const [row] = await it.context.db.sql<
    { id: string; status: ReviewCase["status"]; customer_id: string; needs_two: boolean }[]
  >`select id, status, customer_id, needs_two from review_case where subject_id = ${id}`;
  return {
    id: row?.id ?? "none",
    kind: "withdrawal",
    subjectId: id,
    customerId: row?.customer_id ?? "",
    status: row?.status ?? "open",
    revision: 1,
    amountMinor: null,
    currency: null,
    reasons: [],
    needsTwo: row?.needs_two ?? false,
  };
}

const BY: Decider = { operatorId: newId(), actor: "rhea", role: "reviewer", requestId: null };

describe("a withdrawal", () => {
  test("holds its total, waits for its cancel window, and completes as quoted", async () => {
    const { context } = it;
    const owner = await newWithdrawer(context, { USD: 10_000n });
    const first = await asked(owner);
    expect(first).toMatchObject({
      status: "processing",
      stage: "cooling",
      amount: "20.00",
      fee: "0.20",
      networkFee: "1.00",
      total: "21.20",
      receiveAmount: "20.00",
      canCancel: true,
      timeline: [{ stage: "cooling" }],
    });
    expect(await owner.balance()).toEqual({ posted: 10_000n, held: 2_120n });
    await advanceWithdrawals(context);
    expect((await owner.read(first)).stage).toBe("cooling");
    await passWindow();
    expect(await owner.read(first)).toMatchObject({ status: "queued", canCancel: true });
    await sendPayouts(context, AT_ONCE);
    expect(await owner.read(first)).toMatchObject({ stage: "confirming", canCancel: false });
    for (let blocks = 0; blocks < 20; blocks += 1) {
      await sandboxPayoutsOf(context).mine();
    }
    await sendPayouts(context, AT_ONCE);
    const done = await owner.read(first);
    expect(done).toMatchObject({
      status: "completed",
      confirmations: 20,
      confirmationsRequired: 20,
      returnMovementId: null,
    });
    expect(done.transactionHash).toMatch(/^[0-9a-f]{64}$/);
    expect(done.timeline.map(({ stage }) => stage)).toEqual([
      ...["cooling", "queued", "sending", "confirming", "completed"],
    ]);
    expect(await owner.balance()).toEqual({ posted: 7_880n, held: 0n });
  });

  test("in another currency takes the amount quoted at that day's rate", async () => {
    const owner = await newWithdrawer(it.context, { CNY: 100_000n }, "BEP20");
    const row = await owner.withdraw(await owner.quote("100.00", "CNY"));
    expect(row).toMatchObject({ amount: "100.00", fee: "1.00", currency: "CNY" });
    expect(Number(row.receiveAmount)).toBeLessThan(20);
    const { held } = await owner.balance("CNY");
    expect(held).toBe(BigInt(row.total.replace(".", "")));
  });

  test("is quoted with every decimal place of the rate at which it is priced", async () => {
    const { customerId, addressId } = await newWithdrawer(it.context, { CNY: 100_000n }, "BEP20");
    const asked = { customerId, addressId, amount: "100.00", currency: "CNY" } as const;
    expect((await quoteWithdrawal(it.context, asked)).rate).toBe("7.13981012");
  });

  test("is returned again when repeated with its key, and redeems its quote once", async () => {
    const owner = await newWithdrawer(it.context);
    const quoteId = await owner.quote("20.00");
    const key = newId();
    const first = await owner.withdraw(quoteId, key);
    expect((await owner.withdraw(quoteId, key)).id).toBe(first.id);
    await expect(owner.withdraw(quoteId)).rejects.toThrow("quote_used");
    const other = await owner.quote("20.00");
    await expect(owner.withdraw(other, key)).rejects.toThrow("idempotency_mismatch");
    const all = await outcomes(Array.from({ length: 10 }, () => owner.withdraw(other)));
    expect(all.filter((one) => one === "done")).toHaveLength(1);
    expect((await owner.balance()).held).toBe(4_240n);
  });

  test("is rejected without a hold if the quote expired or funds are insufficient", async () => {
    const owner = await newWithdrawer(it.context, { USD: 2_500n });
    const [one, two] = [await owner.quote("20.00"), await owner.quote("20.00")];
    await owner.withdraw(one);
    await expect(owner.withdraw(two)).rejects.toThrow("insufficient_funds");
    const late = await newWithdrawer(it.context);
    const quoteId = await late.quote("20.00");
    it.clock.advance(301);
    await expect(late.withdraw(quoteId)).rejects.toThrow("quote_expired");
    expect(await late.balance()).toEqual({ posted: 100_000n, held: 0n });
  });

  test("is rejected above the daily limit, which excludes returned withdrawals", async () => {
    const owner = await newWithdrawer(it.context);
    const first = await asked(owner, "99.00");
    const second = await owner.quote("110.00");
    await expect(owner.withdraw(second)).rejects.toThrow("withdrawal_limit");
    await owner.cancel(first);
    expect((await owner.withdraw(second)).stage).toBe("cooling");
    it.clock.advance(86_400);
    const another = await owner.quote("60.00");
    expect((await owner.withdraw(another)).stage).toBe("cooling");
  });

  test("is rejected after twenty withdrawals in a day", async () => {
    const owner = await newWithdrawer(it.context);
    for (let count = 0; count < 20; count += 1) {
      await owner.cancel(await asked(owner, "10.00"));
    }
    const quoteId = await owner.quote("10.00");
    await expect(owner.withdraw(quoteId)).rejects.toThrow("withdrawal_limit");
    expect(await owner.balance()).toEqual({ posted: 100_000n, held: 0n });
  }, 60_000);
});

describe("money is returned in a separate row when a withdrawal", () => {
  const returned = { posted: 100_000n, held: 0n };

  test("is canceled, whether once or repeatedly", async () => {
    const owner = await newWithdrawer(it.context);
    const first = await asked(owner);
    const canceled = await owner.cancel(first);
    expect(canceled).toMatchObject({ status: "cancelled", canCancel: false });
    expect((await owner.cancel(first)).returnMovementId).toBe(canceled.returnMovementId);
    expect(await owner.balance()).toEqual(returned);
    const rows = await it.context.db.sql`select kind, amount from ledger.movement
      where customer_id = ${owner.customerId} and parent_id is null and kind like 'withdrawal%'
      order by id`;
    expect(rows).toEqual([
      { kind: "withdrawal", amount: -2_120n },
      { kind: "withdrawal_return", amount: 2_120n },
    ]);
  });

  test.each([
    ["fail", "failed", 3],
    ["decline", "declined", 0],
  ] as const)("gets the outcome %s from the provider", async (outcome, status, blocks) => {
    const { context } = it;
    // Sends whatever earlier tests left in the queue, so that the outcome applies to this
    // withdrawal.
    await passWindow();
    await sendPayouts(context, AT_ONCE);
    await sandboxPayoutsOf(context).setOutcome(outcome);
    const owner = await newWithdrawer(context);
    const first = await asked(owner);
    await passWindow();
    await sendPayouts(context, AT_ONCE);
    for (let block = 0; block < blocks; block += 1) {
      await sandboxPayoutsOf(context).mine();
    }
    await sendPayouts(context, AT_ONCE);
    expect((await owner.read(first)).status).toBe(status);
    expect(await owner.balance()).toEqual(returned);
  });

  test("has waited in the queue for days", async () => {
    const { context } = it;
    const owner = await newWithdrawer(context);
    const first = await asked(owner);
    await passWindow();
    it.clock.advance(QUEUE_LIFETIME_MS / 1_000);
    await advanceWithdrawals(context);
    expect((await owner.read(first)).status).toBe("expired");
    expect(await owner.balance()).toEqual(returned);
  });
});

describe("a withdrawal by a suspended customer", () => {
  test("is canceled instead of sent, and its money is returned", async () => {
    const { context } = it;
    const owner = await newWithdrawer(context);
    const first = await asked(owner);
    await suspendCustomer(context, owner.customerId, { actor: "desk", requestId: null });
    await passWindow();
    await sendPayouts(context, AT_ONCE);
    expect((await owner.read(first)).status).toBe("cancelled");
    expect(await owner.balance()).toEqual({ posted: 100_000n, held: 0n });
  });
});

describe("a withdrawal from a stopped account", () => {
  const setStatus = async (owner: Withdrawer, status: "blocked" | "open") => {
    const { db, ledger } = it.context;
    const account = await accountOf(db.kysely, owner.customerId, "USD");
    await ledger.setAccountStatus(db.kysely, account, status);
  };
  const send = () => sendPayouts(it.context, AT_ONCE);

  test("is refused", async () => {
    const owner = await newWithdrawer(it.context);
    const quote = await owner.quote("20.00");
    await setStatus(owner, "blocked");
    expect(await outcomes([owner.withdraw(quote)])).toEqual(["account_suspended"]);
    expect(await owner.balance()).toEqual({ posted: 100_000n, held: 0n });
  });

  test("waits if it was confirmed before, and is sent once the stop is lifted", async () => {
    const [owner, other] = [await newWithdrawer(it.context), await newWithdrawer(it.context)];
    const first = await asked(owner);
    const { held } = await owner.balance();
    await setStatus(owner, "blocked");
    await passWindow();
    await send();
    expect((await owner.read(first)).stage).toBe("queued");
    // It delays no later withdrawal, and does not expire.
    const later = await asked(other);
    await passWindow();
    await send();
    expect((await other.read(later)).stage).toBe("confirming");
    it.clock.advance(QUEUE_LIFETIME_MS / 1_000);
    await advanceWithdrawals(it.context);
    await send();
    expect((await owner.read(first)).stage).toBe("queued");
    expect(await owner.balance()).toEqual({ posted: 100_000n, held });
    await setStatus(owner, "open");
    await send();
    expect((await owner.read(first)).stage).toBe("confirming");
  });

  test("is tried again after a pause, and not in every run", async () => {
    const owner = await newWithdrawer(it.context);
    const first = await asked(owner);
    await setStatus(owner, "blocked");
    await passWindow();
    const patience = { ...AT_ONCE, askMs: 3_600_000, longestPauseMs: 3_600_000 };
    expect(await sendPayouts(it.context, patience)).toBeGreaterThan(0);
    expect(await sendPayouts(it.context, patience)).toBe(0);
    await setStatus(owner, "open");
    await send();
    expect((await owner.read(first)).stage).toBe("confirming");
    // The first status query waits from the time of sending, not from when the order was tried.
    expect(await sendPayouts(it.context, patience)).toBe(0);
  });

  test("can be canceled meanwhile, which makes its money available again", async () => {
    const owner = await newWithdrawer(it.context);
    const first = await asked(owner);
    await setStatus(owner, "blocked");
    await passWindow();
    await send();
    const { stage } = await owner.cancel(first);
    expect(await owner.balance()).toEqual({ posted: 100_000n, held: 0n });
    await setStatus(owner, "open");
    await send();
    expect(await owner.read(first)).toMatchObject({ stage, canCancel: false });
  });

  test("reaches the outcome of an order that was sent before", async () => {
    const owner = await newWithdrawer(it.context);
    const first = await asked(owner);
    await passWindow();
    await send();
    expect((await owner.read(first)).stage).toBe("confirming");
    await setStatus(owner, "blocked");
    for (let blocks = 0; blocks < 20; blocks += 1) {
      await sandboxPayoutsOf(it.context).mine();
    }
    await send();
    expect((await owner.read(first)).status).toBe("completed");
    expect((await owner.balance()).held).toBe(0n);
    await setStatus(owner, "open");
  });
});

describe("a withdrawal under review", () => {
  async function held() {
    const owner = await newWithdrawer(it.context);
    const first = await asked(owner, "150.00");
    expect(first.reviewReasons).toEqual(["young_account"]);
    await passWindow();
    expect((await owner.read(first)).status).toBe("reviewing");
    return { owner, first, reviewCase: await caseOf(withdrawalUuid(first)) };
  }

  test("is queued once approved, and shows operators the relevant facts", async () => {
    const { context } = it;
    const { owner, first, reviewCase } = await held();
    expect(reviewCase.status).toBe("open");
    const facts = await withdrawalCases.facts(context, context.db.kysely, reviewCase);
    expect(facts).toContainEqual({ name: "address", kind: "address", value: owner.address });
    const approve = () =>
      inTransaction(context.db, (tx) =>
        withdrawalCases.approve(context, tx, reviewCase, BY, undefined),
      );
    await approve();
    expect((await owner.read(first)).status).toBe("queued");
    await expect(approve()).rejects.toThrow(Refusal);
    await owner.cancel(first);
  });

  test("returns the money if it is rejected or left undecided", async () => {
    const { context } = it;
    const { owner, first, reviewCase } = await held();
    await inTransaction(context.db, (tx) =>
      withdrawalCases.reject(context, tx, reviewCase, { ...BY, reason: "no" }),
    );
    expect((await owner.read(first)).status).toBe("rejected");
    expect(await owner.balance()).toEqual({ posted: 100_000n, held: 0n });
    const other = await held();
    await inTransaction(context.db, (tx) =>
      withdrawalCases.end(context, tx, other.reviewCase, "expired"),
    );
    expect((await other.owner.read(other.first)).status).toBe("expired");
  });

  test("is not approved while its owner is suspended", async () => {
    const { context } = it;
    const { owner, first, reviewCase } = await held();
    await suspendCustomer(context, owner.customerId, { actor: "desk", requestId: null });
    const approve = () =>
      inTransaction(context.db, (tx) =>
        withdrawalCases.approve(context, tx, reviewCase, BY, undefined),
      );
    expect(await outcomes([approve()])).toEqual(["account_suspended"]);
    expect((await owner.read(first)).status).toBe("reviewing");
    await liftSuspension(context, owner.customerId, { actor: "desk", requestId: null });
    await approve();
    expect((await owner.read(first)).status).toBe("queued");
    await owner.cancel(first);
  });

  test("is reviewed if many small withdrawals add up to a large daily total", async () => {
    const { context } = it;
    const owner = await newWithdrawer(context);
    const first = await asked(owner, "60.00");
    const second = await asked(owner, "60.00");
    expect([first.reviewReasons, second.reviewReasons]).toEqual([[], ["young_account"]]);
    await owner.cancel(first);
    await owner.cancel(second);
    expect((await asked(owner, "60.00")).reviewReasons).toEqual([]);
  });

  test("closes its case when its owner cancels it", async () => {
    const { owner, first } = await held();
    await owner.cancel(first);
    expect((await caseOf(withdrawalUuid(first))).status).toBe("withdrawn");
  });
});

describe("concurrent withdrawals", () => {
  test("from the same balance: exactly one of twenty succeeds", async () => {
    const owner = await newWithdrawer(it.context, { USD: 6_000n });
    const quotes: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      quotes.push(await owner.quote("50.00"));
    }
    const all = await outcomes(quotes.map((quoteId) => owner.withdraw(quoteId)));
    expect(all.filter((one) => one === "done")).toHaveLength(1);
    expect(all.filter((one) => one === "insufficient_funds")).toHaveLength(19);
    expect(await owner.balance()).toEqual({ posted: 6_000n, held: 5_150n });
  });

  test("canceled while being sent: in each of 200 runs, only one of the two happens", async () => {
    const { context } = it;
    const won = { cancelled: 0, sent: 0 };
    let owner = await newWithdrawer(context);
    for (let round = 0; round < 200; round += 1) {
      owner = round % 15 === 14 ? await newWithdrawer(context) : owner;
      const first = await asked(owner, "10.00");
      await passWindow();
      const [canceled] = await outcomes([
        owner.cancel(first),
        sendPayouts(context, { ...AT_ONCE, askMs: 3_600_000, longestPauseMs: 3_600_000 }),
      ]);
      const { stage } = await owner.read(first);
      const seen = await sandboxPayoutsOf(context).ask(withdrawalUuid(first));
      if (canceled === "done") {
        expect([stage, seen]).toEqual(["cancelled", "never_seen"]);
        won.cancelled += 1;
      } else {
        expect([canceled, stage]).toEqual(["withdrawal_not_cancellable", "confirming"]);
        expect(seen).toMatchObject({ status: "pending" });
        won.sent += 1;
      }
    }
    expect(won.cancelled + won.sent).toBe(200);
  }, 300_000);
});

describe("withdrawal invariants detect a violation", () => {
  const QUOTED = "every withdrawal matches its movement and its quote";
  const HELD = "every open withdrawal holds its total, and no ended one holds anything";
  const STEPS = "every withdrawal's steps lead to its state";
  const PAID = "every payout was instructed once, as quoted";
  const ADDED = "total_minor = total_minor";
  const FEE = "network_fee_minor = network_fee_minor";
  test.each([
    ["withdrawal_quote", `${ADDED} + 1, ${FEE} + 1`, `${ADDED} - 1, ${FEE} - 1`, [HELD, QUOTED]],
    ["withdrawal", "state = 'queued'", "state = 'cooling'", [QUOTED, PAID, STEPS]],
  ])("in %s, with %s", async (table, plant, undo, names) => {
    const owner = postgres(it.ownerUrl, { max: 1 });
    const id = withdrawalUuid(await asked(await newWithdrawer(it.context)));
    const broken = async () => {
      const found = await brokenBooks(it.context);
      return found.map((one) => one.slice(0, one.indexOf(":")));
    };
    await owner.unsafe(`update ${table} set ${plant} where id = '${id}'`);
    try {
      expect(await broken()).toEqual(names);
    } finally {
      await owner.unsafe(`update ${table} set ${undo} where id = '${id}'`);
      await owner.end();
    }
    expect(await broken()).toEqual([]);
  });
});
