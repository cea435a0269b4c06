import { parseAmount } from "@tessera/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressAnswer } from "../adapters/custodian/custodian-answers.ts";
import { custodianChain } from "../adapters/custodian/custodian-chain.ts";
import { createCustodianClient } from "../adapters/custodian/custodian-client.ts";
import { custodianPayouts } from "../adapters/custodian/custodian-payouts.ts";
import { provideProviders, providers } from "../adapters/providers/registry.ts";
import { cancelDeposit } from "../money-movement/deposits/cancel-deposit.ts";
import { createDeposit } from "../money-movement/deposits/create-deposit.ts";
import { depositorOf, depositUuid } from "../money-movement/deposits/depositor.fixtures.ts";
import { settleTransfers } from "../money-movement/deposits/settle-transfers.ts";
import { advanceWithdrawals } from "../money-movement/payouts/advance-withdrawals.ts";
import type { PayoutPatience } from "../money-movement/payouts/send/instructions.repository.ts";
import { sendPayouts } from "../money-movement/payouts/send/send-payouts.ts";
import {
  brokenBooks,
  newWithdrawer,
  type Withdrawer,
  withdrawalUuid,
} from "../money-movement/payouts/withdrawals.fixtures.ts";
import { newId } from "../platform/ids.ts";
import { CustodianDouble, type Fate } from "./custodian-double.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

const AT_ONCE: PayoutPatience = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };

let double: CustodianDouble;
let it: TestContext;

beforeAll(async () => {
  double = await CustodianDouble.start();
  it = await createTestContext({ ...double.settings, WITHDRAWAL_CANCEL_SECONDS: "0" });
});
afterAll(async () => {
  expect(await brokenBooks(it.context)).toEqual([]);
  await it.close();
  await double.stop();
});

async function newDepositor() {
  const { customerId } = await it.openCustomer();
  return { customerId, ...depositorOf(it.context, customerId) };
}

/** Mines blocks and polls the feed after each block. */
async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    double.mine();
    await settleTransfers(it.context);
  }
}

async function countDeposits(customerId: string): Promise<number> {
  const [row] = await it.context.db.sql<{ rows: number }[]>`
    select count(*)::int as rows from deposit where customer_id = ${customerId}`;
  return row?.rows ?? -1;
}

test("custodian: a deposit has its own address and is credited after 3 confirmations", async () => {
  const depositor = await newDepositor();
  const deposit = await depositor.create({ amount: "500.00" });
  expect(deposit).toMatchObject({ confirmationsRequired: 3, confirmations: 0 });
  const transactionHash = double.pay(deposit.address, "TRC20", "500.009999");
  await settleTransfers(it.context);
  expect(await depositor.read(deposit)).toMatchObject({ transactionHash, status: "pending" });
  await mine(2);
  expect(await depositor.read(deposit)).toMatchObject({ confirmations: 2, status: "pending" });
  await mine(1);
  expect(await depositor.read(deposit)).toMatchObject({
    status: "completed",
    receivedAmount: "500.00",
  });
  double.repeatFeed();
  await mine(2);
  expect((await depositor.wallet()).account).toBe("500.00");
});

test("custodian: a payment to a lower-case address is credited", async () => {
  const depositor = await newDepositor();
  const deposit = await depositor.create({ amount: "40.00", network: "ERC20" });
  expect(deposit.address).not.toBe(deposit.address.toLowerCase());
  double.pay(deposit.address.toLowerCase(), "ERC20", "40.00");
  await mine(3);
  expect(await depositor.read(deposit)).toMatchObject({
    status: "completed",
    receivedAmount: "40.00",
  });
});

test.each(["drop_request", "drop_answer", "server_error", "lie", "flood"] as const)(
  "custodian: a request for an address that ends in %s leaves no deposit behind",
  async (fate: Fate) => {
    const depositor = await newDepositor();
    double.next(/PUT .*deposit-addresses/, fate);
    await expect(depositor.create()).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(await countDeposits(depositor.customerId)).toBe(0);
    expect((await depositor.create()).status).toBe("pending");
  },
);

test("custodian: a call without a response times out", async () => {
  const { url, secrets } = double;
  const client = createCustodianClient(
    { provider: "custodian", url, account: url, ...secrets },
    it.context.telemetry,
    200,
  );
  const id = newId();
  // Applies only to this call: if it times out before it is sent, no other call must hang instead.
  double.next(new RegExp(`PUT .*deposit-addresses/${id}`), "hang");
  const started = performance.now();
  const path = `/v1/deposit-addresses/${id}`;
  const asked = client.call({ method: "PUT", path, body: { network: "TRC20" } }, addressAnswer);
  await expect(asked).rejects.toMatchObject({ name: "ProviderError" });
  // Without its own time limit, the call would time out after 5 s.
  expect(performance.now() - started).toBeLessThan(4_500);
});

test("custodian: no pooled connection is held during a call", async () => {
  const { customerId } = await it.openCustomer();
  const { db } = it.context;
  const before = double.calls;
  double.next(/PUT .*deposit-addresses/, "hang");
  const asking = createDeposit(it.context, {
    customerId,
    idempotencyKey: newId(),
    asset: "USDT",
    network: "TRC20",
    amount: "20.00",
  });
  const given = expect(asking).rejects.toMatchObject({ code: "provider_unavailable" });
  await expect.poll(() => double.calls, { timeout: 60_000 }).toBeGreaterThan(before);
  const [row] = await db.sql<{ open: number }[]>`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`;
  expect(row?.open).toBe(0);
  await given;
});

test("custodian: a customer with five open deposits gets no more addresses", async () => {
  const depositor = await newDepositor();
  for (let open = 0; open < 5; open += 1) {
    await depositor.create();
  }
  const before = double.calls;
  await expect(depositor.create()).rejects.toMatchObject({ code: "too_many_open_deposits" });
  expect(double.calls).toBe(before);
});

test("custodian: false, truncated or contradictory feeds never cause a wrong credit", async () => {
  const depositor = await newDepositor();
  const deposit = await depositor.create({ amount: "40.00" });
  for (const fate of ["lie", "drop_answer", "flood"] as const) {
    double.next(/GET .*transfers/, fate);
    await expect(settleTransfers(it.context)).rejects.toMatchObject({ name: "ProviderError" });
  }
  const transactionHash = double.pay(deposit.address, "TRC20", "40.00");
  await mine(1);
  double.changeHistory(transactionHash, "40000.00");
  await mine(4);
  expect(await depositor.read(deposit)).toMatchObject({ status: "pending" });
  double.changeHistory(transactionHash, "40.00");
  await mine(1);
  expect(await depositor.read(deposit)).toMatchObject({
    status: "completed",
    receivedAmount: "40.00",
  });
});

async function begun(): Promise<{ withdrawer: Withdrawer; id: string; wire: string }> {
  const withdrawer = await newWithdrawer(it.context, { USD: 50_000n });
  const withdrawal = await withdrawer.withdraw(await withdrawer.quote("20.00"));
  await advanceWithdrawals(it.context);
  return { withdrawer, id: withdrawalUuid(withdrawal), wire: withdrawal.id };
}

async function payOut(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await sendPayouts(it.context, AT_ONCE);
    double.mine();
  }
}

test("custodian: a withdrawal is paid, and shows the custodian's network fee", async () => {
  const { withdrawer, id, wire } = await begun();
  await payOut();
  const paid = await withdrawer.read({ id: wire });
  expect(paid).toMatchObject({ stage: "completed", networkFee: "1.50", confirmationsRequired: 3 });
  expect(paid.transactionHash).toBe(double.payouts.get(id)?.transactionHash);
  const left = 50_000n - (parseAmount(paid.total, "USD") ?? 0n);
  expect(await withdrawer.balance()).toEqual({ posted: left, held: 0n });
});

test.each(["drop_request", "drop_answer", "server_error", "lie"] as const)(
  "custodian: an order whose response is %s is paid once, and processing until then",
  async (fate: Fate) => {
    const { withdrawer, id, wire } = await begun();
    double.next(/PUT .*payouts/, fate);
    await sendPayouts(it.context, { ...AT_ONCE, askMs: 60_000 });
    expect(await withdrawer.read({ id: wire })).toMatchObject({
      status: "processing",
      stage: "sending",
    });
    double.next(/GET .*payouts/, "lie");
    await sendPayouts(it.context, AT_ONCE);
    expect((await withdrawer.read({ id: wire })).stage).toBe("sending");
    await payOut();
    expect((await withdrawer.read({ id: wire })).stage).toBe("completed");
    expect(double.paid.filter((one) => one === id)).toHaveLength(1);
  },
);

test("custodian: a 404 without never_seen does not prove that an order never arrived", async () => {
  const { secrets, url } = double;
  const settings = { url: `${url}/elsewhere`, account: "elsewhere", ...secrets } as const;
  const elsewhere = custodianPayouts({ provider: "custodian", ...settings }, it.context.telemetry);
  await expect(elsewhere.ask(newId())).rejects.toMatchObject({ name: "ProviderError" });
  await expect(it.context.use(providers).payouts?.ask(newId())).resolves.toBe("never_seen");
});

test("custodian: an unknown status keeps a withdrawal processing and its money held", async () => {
  const { withdrawer, id, wire } = await begun();
  await sendPayouts(it.context, AT_ONCE);
  const payout = double.payouts.get(id);
  if (payout === undefined) {
    throw new Error("the order did not arrive");
  }
  payout.status = "held by treasury";
  await sendPayouts(it.context, AT_ONCE);
  const waiting = await withdrawer.read({ id: wire });
  expect(waiting.status).toBe("processing");
  expect((await withdrawer.balance()).held).toBe(parseAmount(waiting.total, "USD"));
  payout.status = "declined";
  await sendPayouts(it.context, AT_ONCE);
  expect((await withdrawer.read({ id: wire })).stage).toBe("declined");
  expect(await withdrawer.balance()).toEqual({ posted: 50_000n, held: 0n });
});

describe("a replacement custodian", () => {
  let other: CustodianDouble;
  beforeAll(async () => {
    other = await CustodianDouble.start();
  });
  afterAll(() => other.stop());

  /**
   * Runs a function while the other custodian is configured, then restores the former custodian.
   */
  async function withOther(run: () => Promise<void>): Promise<void> {
    const { chain, payouts } = it.context.use(providers);
    const { url, secrets } = other;
    const settings = { provider: "custodian", url, account: url, ...secrets } as const;
    provideProviders(it.context, {
      chain: custodianChain(it.context, settings),
      payouts: custodianPayouts(settings, it.context.telemetry),
    });
    try {
      await run();
    } finally {
      provideProviders(it.context, { chain, payouts });
    }
  }

  test("is never sent a payout that the former custodian may have paid", async () => {
    const { withdrawer, id, wire } = await begun();
    double.next(/PUT .*payouts/, "drop_answer");
    await sendPayouts(it.context, { ...AT_ONCE, askMs: 60_000 });
    await withOther(async () => {
      await payOut();
      expect(other.paid).toEqual([]);
      expect(await withdrawer.read({ id: wire })).toMatchObject({
        status: "processing",
        stage: "sending",
      });
    });
    await payOut();
    expect((await withdrawer.read({ id: wire })).stage).toBe("completed");
    expect(double.paid.filter((one) => one === id)).toHaveLength(1);
  });

  test("hides the address for a deposit that is still open with the former custodian", async () => {
    const depositor = await newDepositor();
    const key = newId();
    const order = { asset: "USDT", network: "TRC20", amount: "20.00" } as const;
    const input = { ...order, customerId: depositor.customerId, idempotencyKey: key };
    const deposit = await createDeposit(it.context, input);
    await withOther(async () => {
      const hidden = { code: "deposit_not_watched" };
      await expect(depositor.read(deposit)).rejects.toMatchObject(hidden);
      await expect(createDeposit(it.context, input)).rejects.toMatchObject(hidden);
    });
    expect(await createDeposit(it.context, input)).toEqual(deposit);
  });

  test("leaves a closed deposit with the former custodian unchanged on a retry", async () => {
    const depositor = await newDepositor();
    const order = { asset: "USDT", network: "TRC20", amount: "20.00" } as const;
    const input = { ...order, customerId: depositor.customerId, idempotencyKey: newId() };
    const depositId = depositUuid(await createDeposit(it.context, input));
    await cancelDeposit(it.context, { customerId: depositor.customerId, depositId });
    expect((await createDeposit(it.context, input)).status).toBe("pending");
    await withOther(async () => {
      expect((await createDeposit(it.context, input)).status).toBe("cancelled");
    });
  });
});

test("custodian: no simulator is created if a custodian is configured", () => {
  const { simulators, chain, payouts } = it.context.use(providers);
  expect([chain?.name, payouts?.name]).toEqual(["custodian", "custodian"]);
  expect(simulators).toMatchObject({ chain: undefined, payouts: undefined });
});
