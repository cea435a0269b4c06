import { afterAll, beforeAll, expect, test } from "vitest";
import {
  countSkippedRows,
  watchCustodianFeed,
} from "../adapters/custodian/watch-custodian-feed.ts";
import { depositorOf } from "../money-movement/deposits/depositor.fixtures.ts";
import { settleTransfers } from "../money-movement/deposits/settle-transfers.ts";
import { CustodianDouble } from "./custodian-double.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

const DAY_SECONDS = 86_400;
const ERC20_USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const TRC20_USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

let double: CustodianDouble;
let it: TestContext;

beforeAll(async () => {
  double = await CustodianDouble.start();
  it = await createTestContext(double.settings);
});
afterAll(async () => {
  await it.close();
  await double.stop();
});

type Network = "TRC20" | "ERC20";

async function newDeposit(network: Network = "TRC20") {
  const { customerId } = await it.openCustomer();
  const depositor = depositorOf(it.context, customerId);
  const deposit = await depositor.create({ amount: "40.00", network });
  return { address: deposit.address, read: () => depositor.read(deposit), depositor };
}

/** Adds a payment to the feed that has all of its confirmations. */
function pay(address: string, network: Network, changes: object = {}): string {
  const transactionHash = double.pay(address, network, "40.00");
  double.addRow({ ...double.newest(transactionHash), confirmations: 10, ...changes });
  return transactionHash;
}

async function skipped(): Promise<Record<string, number>> {
  const figures = await countSkippedRows(it.context).read();
  return Object.fromEntries(figures.map(({ labels, value }) => [labels?.reason ?? "", value]));
}

/** Polls the feed. Returns how many rows were skipped, by reason. */
async function settle() {
  const before = await skipped();
  await settleTransfers(it.context);
  const after = await skipped();
  return (reason: string) => (after[reason] ?? 0) - (before[reason] ?? 0);
}

test.each([
  ["null", null],
  ["a text", "transfer"],
  ["a list", []],
  ["an empty object", {}],
  ["a negative amount", { amount: "-5" }],
  ["an amount with an exponent", { amount: "4e3" }],
  ["an amount that is a number", { amount: 40 }],
  ["a hash that is none", { transactionHash: "none" }],
  ["a fraction of a confirmation", { confirmations: 1.5 }],
  ["no address", { address: undefined }],
  ["a network that is a number", { network: 20 }],
])("custodian feed: %s between two payments is skipped, and both are credited", async (_, bad) => {
  const [first, second] = [await newDeposit(), await newDeposit()];
  const hash = pay(first.address, "TRC20");
  const isChange = bad !== null && typeof bad === "object" && Object.keys(bad).length > 0;
  double.addRow(isChange ? { ...double.newest(hash), logIndex: 7, ...bad } : bad);
  pay(second.address, "TRC20");
  const more = await settle();
  for (const deposit of [first, second]) {
    expect(await deposit.read()).toMatchObject({ status: "completed", receivedAmount: "40.00" });
  }
  expect([more("invalid"), more("foreign"), more("contradictory")]).toEqual([1, 0, 0]);
});

test.each([
  ["another token", { asset: "TRX" }],
  ["another network", { network: "SOL" }],
  ["a token that only calls itself USDT", { contract: "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj" }],
  ["the contract of another network", { contract: ERC20_USDT }],
])("custodian feed: a payment in %s is not credited, and the next one is", async (_, changes) => {
  const [foreign, own] = [await newDeposit(), await newDeposit()];
  double.addRow({
    ...{ network: "TRC20", asset: "USDT", address: foreign.address, amount: "40.00" },
    ...{ transactionHash: "ab".repeat(32), logIndex: 0, confirmations: 10, ...changes },
  });
  pay(own.address, "TRC20");
  const more = await settle();
  expect((await own.read()).status).toBe("completed");
  expect((await foreign.read()).receivedAmount).toBeNull();
  expect([more("invalid"), more("foreign"), more("contradictory")]).toEqual([0, 1, 0]);
});

test.each([
  ["as published", "TRC20", TRC20_USDT],
  ["in hex", "TRC20", "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"],
  ["with its checksum", "ERC20", ERC20_USDT],
  ["in lower case", "ERC20", ERC20_USDT.toLowerCase()],
  ["in upper case", "ERC20", ERC20_USDT.toUpperCase().replace("0X", "0x")],
] as const)(
  "custodian feed: USDT's contract %s on %s is credited",
  async (_, network, contract) => {
    const deposit = await newDeposit(network);
    pay(deposit.address, network, { contract });
    await settle();
    expect(await deposit.read()).toMatchObject({ status: "completed", receivedAmount: "40.00" });
  },
);

test("custodian feed: a hash in another spelling is not credited a second time", async () => {
  const deposit = await newDeposit("ERC20");
  const hash = pay(deposit.address, "ERC20");
  await settle();
  for (const spelling of [`0x${hash}`, hash.toUpperCase(), `0x${hash.toUpperCase()}`]) {
    double.addRow({ ...double.newest(hash), transactionHash: spelling });
  }
  await settle();
  expect((await deposit.depositor.wallet()).account).toBe("40.00");
  expect(
    await it.context.db.sql`
    select from deposit_payment
    where lower(transaction_hash) in (${hash}, ${`0x${hash}`})`,
  ).toHaveLength(1);
});

test.each(["lie", "flood", "server_error", "drop_answer"] as const)(
  "custodian feed: a page that ends in %s is read again, and nothing of it is lost",
  async (fate) => {
    const deposit = await newDeposit();
    pay(deposit.address, "TRC20");
    double.next(/GET .*transfers/, fate);
    await expect(settleTransfers(it.context)).rejects.toMatchObject({ name: "ProviderError" });
    expect((await deposit.read()).status).not.toBe("completed");
    const more = await settle();
    expect((await deposit.read()).status).toBe("completed");
    expect([more("invalid"), more("foreign"), more("contradictory")]).toEqual([0, 0, 0]);
  },
);

test("custodian feed: a faulty row fails its watch for a day, a foreign one does not", async () => {
  it.clock.advance(DAY_SECONDS);
  double.addRow({ asset: "TRX" });
  await settle();
  await watchCustodianFeed(it.context);
  const deposit = await newDeposit();
  const hash = pay(deposit.address, "TRC20");
  double.addRow({ ...double.newest(hash), amount: "4000.00" });
  const more = await settle();
  expect(more("contradictory")).toBe(1);
  await expect(watchCustodianFeed(it.context)).rejects.toThrow("a deposit may be missing");
  it.clock.advance(DAY_SECONDS);
  await watchCustodianFeed(it.context);
});
