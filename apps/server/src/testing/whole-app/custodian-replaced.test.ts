import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { custodianPayouts } from "../../adapters/custodian/custodian-payouts.ts";
import { provideProviders } from "../../adapters/providers/registry.ts";
import { advanceWithdrawals } from "../../money-movement/payouts/advance-withdrawals.ts";
import type { PayoutPatience } from "../../money-movement/payouts/send/instructions.repository.ts";
import { insertEvent } from "../../money-movement/payouts/send/payout-events.repository.ts";
import { sendPayouts } from "../../money-movement/payouts/send/send-payouts.ts";
import { takePayoutMessages } from "../../money-movement/payouts/send/take-payout-messages.ts";
import { watchStrandedPayouts } from "../../money-movement/payouts/send/watch-stranded-payouts.ts";
import { countStrangePayouts } from "../../money-movement/payouts/withdrawal-jobs.ts";
import {
  brokenBooks,
  newWithdrawer,
  withdrawalUuid,
} from "../../money-movement/payouts/withdrawals.fixtures.ts";
import { newId } from "../../platform/ids.ts";
import { CustodianDouble } from "../custodian-double.ts";
import { createTestContext, type TestContext } from "../test-context.ts";

const AT_ONCE: PayoutPatience = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };

let former: CustodianDouble;
let next: CustodianDouble;
let it: TestContext;

beforeAll(async () => {
  former = await CustodianDouble.start();
  next = await CustodianDouble.start();
  it = await createTestContext({ ...former.settings, WITHDRAWAL_CANCEL_SECONDS: "0" });
});
afterEach(() => use(former));
afterAll(async () => {
  expect(await brokenBooks(it.context)).toEqual([]);
  await it.close();
  await Promise.all([former.stop(), next.stop()]);
});

function settingsOf({ url, secrets }: CustodianDouble) {
  return { provider: "custodian", url, account: url, ...secrets } as const;
}

function payoutsOf(double: CustodianDouble) {
  return custodianPayouts(settingsOf(double), it.context.telemetry);
}

function use(double: CustodianDouble): void {
  provideProviders(it.context, { payouts: payoutsOf(double) });
}

async function queued() {
  const withdrawer = await newWithdrawer(it.context, { USD: 50_000n });
  const withdrawal = await withdrawer.withdraw(await withdrawer.quote("20.00"));
  await advanceWithdrawals(it.context);
  return {
    id: withdrawalUuid(withdrawal),
    stage: async () => (await withdrawer.read(withdrawal)).stage,
  };
}

async function payOut(...doubles: CustodianDouble[]): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await sendPayouts(it.context, AT_ONCE);
    for (const double of doubles) {
      double.mine();
    }
  }
}

describe("a payout in flight when the custodian is replaced", () => {
  test("is never sent to the new custodian, which has not seen it", async () => {
    const { id, stage } = await queued();
    former.next(/PUT .*payouts/, "drop_answer");
    await sendPayouts(it.context, AT_ONCE);
    use(next);
    await payOut(former, next);
    expect([former.paid.includes(id), next.paid.includes(id)]).toEqual([true, false]);
    expect(await stage()).toBe("sending");
    use(former);
    await payOut(former);
    expect(await stage()).toBe("completed");
    expect(former.paid.filter((one) => one === id)).toHaveLength(1);
  });

  test("appears in the log, on the dashboard and in a metric, naming its custodian", async () => {
    const { stage } = await queued();
    former.next(/PUT .*payouts/, "drop_answer");
    await sendPayouts(it.context, AT_ONCE);
    await watchStrandedPayouts(it.context);
    for (const payouts of [payoutsOf(next), undefined]) {
      provideProviders(it.context, { payouts });
      await expect(watchStrandedPayouts(it.context)).rejects.toThrow(`1 sent to ${former.url}.`);
      expect(await countStrangePayouts(it.context).read()).toContainEqual({
        label: "other_account",
        value: 1,
      });
    }
    use(former);
    await payOut(former);
    expect(await stage()).toBe("completed");
    await watchStrandedPayouts(it.context);
  });

  test("does not change when the new custodian sends a message about it", async () => {
    const { id, stage } = await queued();
    former.next(/PUT .*payouts/, "drop_answer");
    await sendPayouts(it.context, AT_ONCE);
    const payout = former.payouts.get(id);
    use(next);
    if (payout !== undefined) {
      next.payouts.set(id, { ...payout, status: "failed" });
    }
    const event = { id: newId(), payoutId: id, bodyHash: Buffer.alloc(32) };
    await insertEvent(it.context.db.kysely, event, it.clock.now());
    expect(await takePayoutMessages(it.context)).toBe(1);
    expect(await stage()).toBe("sending");
    use(former);
    await payOut(former);
    expect(await stage()).toBe("completed");
  });

  test("is sent to the new custodian if the former one was never asked to pay it", async () => {
    const { id, stage } = await queued();
    use(next);
    await payOut(next);
    expect(await stage()).toBe("completed");
    expect([former.payouts.has(id), next.paid.includes(id)]).toEqual([false, true]);
  });

  test("is queried but never sent again if its row does not name a custodian", async () => {
    const [kept, lost] = [await queued(), await queued()];
    former.next(/PUT .*payouts/, "drop_answer");
    former.next(/PUT .*payouts/, "drop_request");
    await sendPayouts(it.context, { ...AT_ONCE, askMs: 60_000 });
    await it.context.db
      .sql`update payout_instruction set payout_account = null where state = 'sent'`;
    await payOut(former);
    expect([await kept.stage(), await lost.stage()]).toEqual(["completed", "sending"]);
    expect(former.payouts.has(lost.id)).toBe(false);
    await expect(watchStrandedPayouts(it.context)).rejects.toThrow("was not recorded");
    await it.context.db.sql`update payout_instruction set payout_account = ${former.url}
      where withdrawal_id = ${lost.id}`;
    await payOut(former);
    expect(await lost.stage()).toBe("completed");
  });
});
