import {
  PAYOUT_OUTCOMES,
  type Withdrawal,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { openDatabase } from "@tessera/database";
import { parseAmount } from "@tessera/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayoutOrder, PayoutProvider } from "../../../adapters/payout/payout-provider.ts";
import type { SandboxPayouts } from "../../../adapters/payout/sandbox-payouts.ts";
import { provideProviders } from "../../../adapters/providers/registry.ts";
import type { AppContext } from "../../../platform/context.ts";
import { createTestContext, type TestContext } from "../../../testing/test-context.ts";
import { advanceWithdrawals } from "../advance-withdrawals.ts";
import { isEnd } from "../withdrawal-states.policy.ts";
import {
  brokenBooks,
  newWithdrawer,
  type Withdrawer,
  withdrawalUuid,
} from "../withdrawals.fixtures.ts";
import { leaseInstruction, type PayoutPatience } from "./instructions.repository.ts";
import { sandboxPayoutsOf } from "./payouts.ts";
import { sendPayouts } from "./send-payouts.ts";
import { takePayoutMessages } from "./take-payout-messages.ts";

const RUNS = 200;
const MAX_STEPS = 400;
/** Set `PAYOUT_SEED=…` to repeat the runs of a failed test. */
// biome-ignore lint/complexity/useLiteralKeys: the environment is an index signature.
const SEED = Number(process.env["PAYOUT_SEED"] ?? Math.trunc(Math.random() * 1e9));
const AT_ONCE: PayoutPatience = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };
const MONEY = 10_000n;

let it: TestContext;
let sandbox: SandboxPayouts;

beforeAll(async () => {
  it = await createTestContext({ WITHDRAWAL_CANCEL_SECONDS: "0" });
  sandbox = sandboxPayoutsOf(it.context);
});
afterAll(async () => {
  expect(await brokenBooks(it.context)).toEqual([]);
  await it.close();
});

/** Returns a seeded random number generator. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A provider connection that loses requests and responses, and delivers some requests late. */
class BadLine implements PayoutProvider {
  readonly name = "unreliable";
  readonly account = "unreliable";
  readonly feesIn = "asset";
  readonly webhookSecret = sandbox.webhookSecret;
  readonly #late: PayoutOrder[] = [];
  readonly #random: () => number;
  isDown = false;
  sends = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  terms() {
    return sandbox.terms();
  }

  async send(order: PayoutOrder) {
    this.sends += 1;
    const fate = this.#random();
    if (fate < 0.15 || this.isDown) {
      throw new Error("the request was lost");
    }
    if (fate < 0.3) {
      this.#late.push(order);
      throw new Error("the request is late");
    }
    const answer = await sandbox.send(order);
    if (fate < 0.5) {
      throw new Error("the response was lost");
    }
    return answer;
  }

  async ask(id: string) {
    if (this.#random() < 0.2) {
      throw new Error("the query was lost");
    }
    return sandbox.ask(id);
  }

  async bringLate(): Promise<void> {
    const order = this.#late.shift();
    if (order !== undefined) {
      await sandbox.send(order).catch(() => undefined);
    }
  }
}

async function anyStep(context: AppContext, line: BadLine, random: () => number): Promise<void> {
  switch (Math.floor(random() * 7)) {
    case 0:
    case 1:
      await sendPayouts(context, AT_ONCE);
      return;
    case 2:
      await takePayoutMessages(context);
      return;
    case 3:
      await line.bringLate();
      return;
    case 4:
      await sandbox.deliver();
      return;
    case 5:
      // A server leases an instruction and is killed before it sends the order.
      await leaseInstruction(context.db.kysely, AT_ONCE);
      return;
    default:
      for (let blocks = 1 + Math.floor(random() * 8); blocks > 0; blocks -= 1) {
        await sandbox.mine();
      }
  }
}

const OUTCOMES = PAYOUT_OUTCOMES;

async function run(seed: number): Promise<void> {
  const { context } = it;
  const random = chance(seed);
  const line = new BadLine(random);
  provideProviders(context, { payouts: line });
  const outcome = OUTCOMES[Math.floor(random() * OUTCOMES.length)] ?? "complete";
  const said = `PAYOUT_SEED=${SEED}, run ${seed - SEED}, ${outcome}`;
  await sandbox.setOutcome(outcome);
  const owner = await newWithdrawer(context, { USD: MONEY });
  const asked = await owner.withdraw(await owner.quote("20.00"));
  const id = withdrawalUuid(asked);
  await advanceWithdrawals(context);
  let now = await owner.read(asked);
  for (let steps = 0; !isEnd(now.stage); steps += 1) {
    expect(steps, `${said} does not end`).toBeLessThan(MAX_STEPS);
    await anyStep(context, line, random);
    if (outcome === "unknown_status" && steps > 30) {
      expect(["sending", "confirming", "queued"], said).toContain(now.stage);
      // No money moves while the status is unknown. The provider then corrects the status.
      await sandbox.setOutcome("complete", id);
    }
    now = await owner.read(asked);
  }
  // Requests that are still in flight arrive after the outcome and change nothing.
  await line.bringLate();
  await sandbox.deliver();
  await takePayoutMessages(context);
  await sendPayouts(context, AT_ONCE);
  expect((await owner.read(asked)).stage, said).toBe(now.stage);

  const paid = (await sandbox.list()).filter((one) => one.id === id);
  expect(paid.length, said).toBeLessThanOrEqual(1);
  const total = parseAmount(asked.total, "USD") ?? 0n;
  const isPaid = now.stage === "completed";
  expect(await owner.balance(), said).toEqual({ posted: isPaid ? MONEY - total : MONEY, held: 0n });
  expect(paid[0]?.status, said).toBe(now.stage);
}

/** Marks all sent orders as paid by the provider. */
async function payEverything(context: AppContext): Promise<void> {
  for (let blocks = 0; blocks < 20; blocks += 1) {
    await sandbox.mine();
  }
  await sendPayouts(context, AT_ONCE);
}

describe("payouts with lost, late, duplicate and missing responses", () => {
  test(`pay at most once, lose nothing and reach an outcome in ${RUNS} seeded runs`, async () => {
    for (let index = 0; index < RUNS; index += 1) {
      await run(SEED + index);
    }
    expect(await brokenBooks(it.context)).toEqual([]);
  }, 900_000);

  test("payouts: an order marked by a dead server is sent once no copy is in flight", async () => {
    const { context } = it;
    const line = new BadLine(() => 0.9);
    provideProviders(context, { payouts: line });
    const owner = await newWithdrawer(context, { USD: MONEY });
    const asked = await owner.withdraw(await owner.quote("20.00"));
    await advanceWithdrawals(context);
    line.isDown = true;
    await sendPayouts(context, AT_ONCE);
    expect((await owner.read(asked)).stage).toBe("sending");
    line.isDown = false;
    // The order may still be in flight. It is not sent again until that is impossible.
    await sendPayouts(context, { ...AT_ONCE, lostMs: 3_600_000 });
    expect([line.sends, (await owner.read(asked)).stage]).toEqual([1, "sending"]);
    await sendPayouts(context, AT_ONCE);
    expect([line.sends, (await owner.read(asked)).stage]).toEqual([2, "confirming"]);
    await expect(owner.cancel(asked)).rejects.toThrow("withdrawal_not_cancellable");
    await payEverything(context);
    expect((await owner.read(asked)).stage).toBe("completed");
  });

  test("payouts: an order leased by another server is left alone", async () => {
    const { context } = it;
    const line = new BadLine(() => 0.9);
    provideProviders(context, { payouts: line });
    const owner = await newWithdrawer(context, { USD: MONEY });
    const asked = await owner.withdraw(await owner.quote("20.00"));
    await advanceWithdrawals(context);
    const slowly = { ...AT_ONCE, leaseMs: 3_600_000 };
    expect((await leaseInstruction(context.db.kysely, slowly))?.withdrawal_id).toBe(
      withdrawalUuid(asked),
    );
    await sendPayouts(context, AT_ONCE);
    expect([line.sends, (await owner.read(asked)).stage]).toEqual([0, "queued"]);
  });

  test("payouts: an order that cannot be marked as sent does not delay the others", async () => {
    const { context } = it;
    provideProviders(context, { payouts: new BadLine(() => 0.9) });
    const owners: { owner: Withdrawer; asked: Withdrawal }[] = [];
    for (let count = 0; count < 3; count += 1) {
      const owner = await newWithdrawer(context, { USD: MONEY });
      owners.push({ owner, asked: await owner.withdraw(await owner.quote("20.00")) });
    }
    await advanceWithdrawals(context);
    const stagesNow = () =>
      Promise.all(owners.map(async ({ owner, asked }) => (await owner.read(asked)).stage));
    const [bad] = owners;
    if (bad === undefined) {
      throw new Error("no withdrawal was made");
    }
    const database = openDatabase<object>({ url: it.ownerUrl, maxConnections: 3 });
    try {
      // The oldest order is the first to be sent.
      await database.sql.unsafe(`
        create function refuse_change() returns trigger language plpgsql as
          $$ begin raise exception 'refused by the test'; end $$;
        create trigger refuse_change before update on withdrawal for each row
          when (old.id = '${withdrawalUuid(bad.asked)}') execute function refuse_change();`);
      await sendPayouts(context, AT_ONCE);
      expect(await stagesNow()).toEqual(["queued", "confirming", "confirming"]);
      await database.sql.unsafe("drop function refuse_change cascade");
      // It is tried again after a pause, so that others come first in the next run, too.
      await sendPayouts(context, { ...AT_ONCE, longestPauseMs: 3_600_000 });
      expect(await stagesNow()).toEqual(["queued", "confirming", "confirming"]);
      await sendPayouts(context, AT_ONCE);
      expect(await stagesNow()).toEqual(["confirming", "confirming", "confirming"]);
    } finally {
      await database.close();
    }
    await payEverything(context);
    expect(await stagesNow()).toEqual(["completed", "completed", "completed"]);
  });

  test("payouts: an unknown status changes nothing and is counted for monitoring", async () => {
    const { context } = it;
    provideProviders(context, { payouts: new BadLine(() => 0.9) });
    await sandbox.setOutcome("unknown_status");
    const owner = await newWithdrawer(context, { USD: MONEY });
    const asked = await owner.withdraw(await owner.quote("20.00"));
    await advanceWithdrawals(context);
    await sendPayouts(context, AT_ONCE);
    await sandbox.mine();
    await sendPayouts(context, AT_ONCE);
    const now = await owner.read(asked);
    expect([now.status, now.stage]).toEqual(["processing", "confirming"]);
    const { held } = await owner.balance();
    expect(held).toBe(parseAmount(asked.total, "USD"));
    const [row] = await context.db.sql<{ unknown_status: string }[]>`
      select unknown_status from withdrawal where id = ${withdrawalUuid(asked)}`;
    expect(row?.unknown_status).toBe("held_by_treasury");
  });
});
