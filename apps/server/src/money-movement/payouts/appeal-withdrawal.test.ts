import type { CurrencyCode } from "@tessera/money";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type Decider,
  type ReviewCase,
  registerCaseHandler,
} from "../../back-office/cases/index.ts";
import { beginSecurityHold } from "../../identity/security-hold/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { rawFactIds } from "../../testing/raw-fact-ids.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { ratesBook } from "../rates/index.ts";
import { advanceWithdrawals } from "./advance-withdrawals.ts";
import { withdrawalCases } from "./decide-withdrawals.ts";
import { readTerms } from "./read-terms.ts";
import { sandboxPayoutsOf } from "./send/payouts.ts";
import { sendPayouts } from "./send/send-payouts.ts";
import { brokenBooks, newWithdrawer, withdrawalUuid } from "./withdrawals.fixtures.ts";

const AT_ONCE = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };
const BY: Decider = { operatorId: newId(), actor: "rhea", role: "reviewer", requestId: null };

let it: TestContext;
beforeAll(async () => {
  it = await createTestContext({ WITHDRAWAL_CANCEL_SECONDS: "60" });
  registerCaseHandler(it.context, withdrawalCases);
});
afterAll(async () => {
  expect(await brokenBooks(it.context)).toEqual([]);
  await it.close();
});

/** Returns the error code with which an attempt fails. */
async function codeOf(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => "done",
    (reason: unknown) => reason,
  );
  return error instanceof Refusal ? error.code : String(error);
}

/** Creates a withdrawal that awaits review by operators. */
async function held(currency: CurrencyCode = "USD", amount = "150.00") {
  const owner = await newWithdrawer(it.context, { [currency]: 100_000n });
  const first = await owner.withdraw(await owner.quote(amount, currency));
  it.clock.advance(61);
  await advanceWithdrawals(it.context);
  const subjectId = withdrawalUuid(first);
  const [row] = await it.context.db.sql<{ id: string }[]>`
    select id from review_case where subject_id = ${subjectId}`;
  const reviewCase: ReviewCase = {
    id: row?.id ?? "none",
    kind: "withdrawal",
    subjectId,
    customerId: owner.customerId,
    status: "open",
    revision: 1,
    amountMinor: null,
    currency: null,
    reasons: [],
    needsTwo: false,
  };
  return { owner, first, reviewCase };
}

function reject(reviewCase: ReviewCase): Promise<void> {
  return inTransaction(it.context.db, (tx) =>
    withdrawalCases.reject(it.context, tx, reviewCase, { ...BY, reason: "no" }),
  );
}

describe("a rejected withdrawal", () => {
  async function rejected() {
    const { context } = it;
    const one = await held();
    await reject(one.reviewCase);
    const appeal = () =>
      inTransaction(context.db, async (tx) =>
        withdrawalCases.reopen?.(context, tx, one.reviewCase),
      );
    return { ...one, appeal };
  }

  test("is held and counted again on appeal, and paid if the appeal is approved", async () => {
    const { context } = it;
    const { owner, first, reviewCase, appeal } = await rejected();
    it.clock.advance(86_400);
    await appeal();
    const again = await owner.read(first);
    expect([again.stage, again.endedAt, again.returnMovementId]).toEqual(["review", null, null]);
    expect(await owner.balance()).toEqual({ posted: 100_000n, held: 15_250n });
    const terms = await readTerms(context, owner.session);
    expect([terms.dayUsed, terms.dayCount]).toEqual(["152.50", 1]);
    expect(await brokenBooks(context)).toEqual([]);
    expect(await codeOf(appeal())).toBe("case_not_appealable");
    await inTransaction(context.db, (tx) =>
      withdrawalCases.approve(context, tx, reviewCase, BY, undefined),
    );
    await sendPayouts(context, AT_ONCE);
    for (let block = 0; block < 40; block += 1) {
      await sandboxPayoutsOf(context).mine();
      await sendPayouts(context, AT_ONCE);
    }
    expect((await owner.read(first)).stage).toBe("completed");
    expect(await owner.balance()).toEqual({ posted: 84_750n, held: 0n });
  });

  test.each([
    ["USD", "150.00"],
    ["EUR", "150.00"],
    ["CNY", "800.00"],
  ] as const)(
    "in %s is held again if appealed after a five-day review, and paid as quoted",
    async (currency, amount) => {
      const { context } = it;
      const { owner, first, reviewCase } = await held(currency, amount);
      const quoted = await owner.read(first);
      const before = await owner.balance(currency);
      it.clock.advance(5 * 86_400);
      await reject(reviewCase);
      it.clock.advance(2 * 86_400);
      await inTransaction(context.db, async (tx) =>
        withdrawalCases.reopen?.(context, tx, reviewCase),
      );
      expect((await owner.read(first)).stage).toBe("review");
      expect(await owner.balance(currency)).toEqual(before);
      await inTransaction(context.db, (tx) =>
        withdrawalCases.approve(context, tx, reviewCase, BY, undefined),
      );
      const approved = await owner.read(first);
      expect([approved.stage, approved.receiveAmount]).toEqual(["queued", quoted.receiveAmount]);
    },
  );

  test("is not approved after three days if the current rate would pay less", async () => {
    const approve = ({ reviewCase }: Awaited<ReturnType<typeof held>>) =>
      codeOf(
        inTransaction(it.context.db, async (tx) => {
          await withdrawalCases.approve(it.context, tx, reviewCase, BY, undefined);
        }),
      );
    const euros = await held("EUR");
    const inTime = await held("EUR");
    const dollars = await held();
    const sheet = await it.context.use(ratesBook).priceable();
    const costlier = { ...sheet.perEuro, USD: (sheet.perEuro.USD * 99n) / 100n };
    const rates = vi.spyOn(it.context.use(ratesBook), "priceable");
    rates.mockResolvedValue({ ...sheet, perEuro: costlier });
    it.clock.advance(3 * 86_400 - 600);
    expect(await approve(inTime)).toBe("done");
    it.clock.advance(600);
    expect(await approve(euros)).toBe("withdrawal_rate_stale");
    expect((await euros.owner.read(euros.first)).stage).toBe("review");
    expect(await approve(dollars)).toBe("done");
    rates.mockRejectedValueOnce(new Refusal("rates_not_current"));
    expect(await approve(euros)).toBe("withdrawal_rate_stale");
    rates.mockRestore();
    await reject(euros.reviewCase);
    expect(await euros.owner.balance("EUR")).toEqual({ posted: 100_000n, held: 0n });
    // A new withdrawal is quoted at the current rate.
    await euros.owner.withdraw(await euros.owner.quote("150.00", "EUR"));
  });

  test("returns the money if the appeal is rejected, and can be appealed only once", async () => {
    const { context } = it;
    const { owner, first, reviewCase, appeal } = await rejected();
    await appeal();
    await reject(reviewCase);
    expect((await owner.read(first)).stage).toBe("rejected");
    expect(await owner.balance()).toEqual({ posted: 100_000n, held: 0n });
    expect((await readTerms(context, owner.session)).dayUsed).toBe("0.00");
  });

  test("cannot be appealed without sufficient funds or during a security hold", async () => {
    const { context } = it;
    const poor = await rejected();
    const spent = await poor.owner.withdraw(await poor.owner.quote("180.00"));
    await expect(poor.appeal()).rejects.toThrow("withdrawal_limit");
    await poor.owner.cancel(spent);
    const held = { customerId: poor.owner.customerId, aboutId: newId(), requestId: "test" };
    await inTransaction(context.db, (tx) => beginSecurityHold(context, tx, held));
    await expect(poor.appeal()).rejects.toThrow("withdrawals_on_hold");
    expect((await poor.owner.read(poor.first)).stage).toBe("rejected");
  });
});

test("withdrawal reviews: a case's facts contain no raw ids", async () => {
  expect(await rawFactIds(it.context)).toEqual({ kinds: ["withdrawal"], found: [] });
});
