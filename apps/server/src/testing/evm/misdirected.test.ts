import { afterAll, beforeAll, expect, test } from "vitest";
import { countChainEvents } from "../../adapters/evm/chain-figures.ts";
import { type ChainWatcher, watchChain } from "../../adapters/evm/watch-chain.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import type { EvmNetwork, ReadNetwork } from "../../platform/config/evm-settings.ts";
import { brokenPromises } from "../broken-promises.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { rawFactIds } from "../raw-fact-ids.ts";
import { expectStatus } from "../test-cards.ts";
import { withoutRepeatedJobs } from "../without-repeated-jobs.ts";
import { newEvmDepositor, TEST_CONTRACT } from "./evm-depositors.ts";
import { FakeChain, FakeSource } from "./fake-chain.ts";
import { TEST_XPUB } from "./test-xpub.ts";

const USDC = `0x${"a0b8".padEnd(40, "0")}`;
const CHAIN = {
  rpcUrls: ["http://127.0.0.1:1"],
  token: { asset: "USDT", contract: TEST_CONTRACT, decimals: 6 },
  otherTokens: [{ asset: "USDC", contract: USDC, decimals: 6 }],
  recoveryCost: "12.00",
  confirmations: [{ confirmations: 2 }],
};
const CHAINS = [
  { ...CHAIN, network: "ERC20", chainId: 1337 },
  { ...CHAIN, network: "BEP20", chainId: 1338 },
];
const CONFIRMED_BLOCKS = 3;

let app: CardsApp;
let ruth: TestCustomer;
let omar: TestCustomer;
const chains = new Map<ReadNetwork, FakeChain>();
const watchers: ChainWatcher[] = [];

beforeAll(async () => {
  const EVM_CHAINS = JSON.stringify({ xpub: TEST_XPUB, chains: CHAINS });
  app = await withoutRepeatedJobs(() => createCardsApp({ CHAIN_PROVIDER: "evm", EVM_CHAINS }));
  [ruth, omar] = [await app.newOperator("reviewer"), await app.newOperator("reviewer")];
  const { chain } = app.context.config;
  for (const settings of chain.provider === "evm" ? chain.chains : []) {
    const fake = new FakeChain(TEST_CONTRACT);
    fake.mineMany(70);
    chains.set(settings.network, fake);
    const sources = [new FakeSource(fake)];
    watchers.push(watchChain(app.context, settings, { sources, leaseSeconds: 0 }));
  }
  await step();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  expect(await brokenPromises(app.context, SERVER_CHECKS)).toEqual([]);
  await app.close();
});

async function step(): Promise<void> {
  for (const watcher of watchers) {
    await watcher.advance();
  }
  await settleTransfers(app.context);
}

function chainOf(network: EvmNetwork): FakeChain {
  const chain = chains.get(network);
  if (chain === undefined) {
    throw new Error(`no chain for ${network}`);
  }
  return chain;
}

/** Opens a deposit on ERC20, pays it somewhere, and confirms the payment. */
async function pay(
  network: EvmNetwork,
  { amountRaw = 500_000_000n, token }: { amountRaw?: bigint; token?: string } = {},
) {
  const customer = await newEvmDepositor(app.context);
  const deposit = await customer.open();
  const chain = chainOf(network);
  const { address: to } = deposit;
  const paid = chain.transaction([{ to, amountRaw, ...(token !== undefined && { token }) }]);
  chain.mine(paid);
  chain.mineMany(CONFIRMED_BLOCKS);
  await step();
  return { customer, deposit, paid };
}

/** Returns the only open case about a customer, as operators see it. */
async function caseOf({ customerId }: { readonly customerId: string }) {
  const { body } = expectStatus(await app.call(ruth, "GET /api/admin/reviews?limit=100"), 200);
  const [row] = await app.context.db.sql<{ id: string }[]>`
    select id from review_case where customer_id = ${customerId} and decided_at is null`;
  const id = `case_${row?.id}`;
  expect(body.data.map((one: { id: string }) => one.id)).toContain(id);
  const path = `/api/admin/reviews/${id}` as const;
  const detail = expectStatus(await app.call(ruth, `GET ${path}`), 200).body;
  return { path, detail };
}

const MISDIRECTED = [
  ["on another network", "BEP20", undefined, "other_network", "500.00 USDT"],
  ["in another token", "ERC20", USDC, "other_token", "500.00 USDC"],
] as const;

test.each(MISDIRECTED)(
  "a payment %s is credited less the quoted cost, once two operators have approved it",
  async (_, network, token, reason, received) => {
    const { customer, deposit, paid } = await pay(network, { ...(token && { token }) });
    expect(await customer.balance()).toBe(0n);
    expect(await customer.read(deposit)).toMatchObject({
      notes: [reason],
      receivedAmount: "500.00",
      creditAmount: "488.00",
    });
    const { path, detail } = await caseOf(customer);
    expect(detail).toMatchObject({ kind: "deposit", reasons: [reason], amount: "488.00" });
    for (const [name, value] of [
      ["network", network],
      ["received", received],
      ["recovery_cost", received.replace("500.00", "12.00")],
    ]) {
      expect(detail.facts).toContainEqual({ name, value });
    }
    expect(JSON.stringify(detail.facts)).toContain(paid.hash);
    expectStatus(await app.call(ruth, `POST ${path}/approve`, { revision: 1 }), 200);
    expect(await customer.balance()).toBe(0n);
    expectStatus(await app.call(omar, `POST ${path}/approve`, { revision: 1 }), 200);
    expect(await customer.balance()).toBe(48_800n);
    await step();
    expect(await customer.balance()).toBe(48_800n);

    // It is taken back like any other payment if it leaves the chain, also on the other network.
    const chain = chainOf(network);
    const block = chain.receipt(paid.hash)?.blockNumber ?? 0;
    chain.reorganize(chain.height - block + 1);
    await step();
    expect([await customer.balance(), await customer.owed()]).toEqual([0n, 0n]);
  },
);

test("a rejected payment on another network is not credited, and its deposit ends", async () => {
  const { customer, deposit } = await pay("BEP20");
  const { path } = await caseOf(customer);
  const reason = "The sender asks for it";
  expectStatus(await app.call(ruth, `POST ${path}/reject`, { revision: 1, reason }), 200);
  await step();
  expect(await customer.balance()).toBe(0n);
  expect(await customer.read(deposit)).toMatchObject({ status: "cancelled" });
});

test("a payment that costs more to recover than it is worth is only counted", async () => {
  const { customer, deposit } = await pay("BEP20", { amountRaw: 12_000_000n });
  expect(await customer.read(deposit)).toMatchObject({ status: "pending", receivedAmount: null });
  const [cases] = await app.context.db.sql<{ n: number }[]>`
    select count(*)::int as n from review_case where customer_id = ${customer.customerId}`;
  expect(cases?.n).toBe(0);
  const figures = await countChainEvents(app.context).read();
  const found = figures.find(
    ({ labels }) => labels?.network === "BEP20" && labels.event === "other_network",
  );
  expect(found?.value).toBeGreaterThan(0);
});

test("a transaction that pays in two tokens is one payment for each", async () => {
  const customer = await newEvmDepositor(app.context);
  const { address: to } = await customer.open();
  const chain = chainOf("ERC20");
  chain.mine(
    chain.transaction([
      { to, amountRaw: 100_000_000n, token: USDC },
      { to, amountRaw: 500_000_000n },
    ]),
  );
  chain.mineMany(CONFIRMED_BLOCKS);
  await step();
  expect(await customer.balance()).toBe(50_000n);
  const { detail } = await caseOf(customer);
  expect(detail).toMatchObject({ reasons: ["other_token"], amount: "88.00" });
});

test("operators see a case about a credit taken back, and can flag its customer", async () => {
  const { customer, paid } = await pay("ERC20");
  expect(await customer.balance()).toBe(50_000n);
  await customer.spend(20_000n);
  const chain = chainOf("ERC20");
  const block = chain.receipt(paid.hash)?.blockNumber ?? 0;
  chain.reorganize(chain.height - block + 1);
  await step();
  const { path, detail } = await caseOf(customer);
  expect(detail).toMatchObject({
    kind: "deposit_retraction",
    reasons: ["retracted_and_spent"],
    amount: "500.00",
  });
  const owed = { name: "owed", value: "200.00", kind: "amount", currency: "USD" };
  expect(detail.facts).toContainEqual(owed);
  expect(detail.facts).toContainEqual({ name: "mined_again", value: "no" });
  const reason = "Paid elsewhere with the same coins";
  expectStatus(await app.call(omar, `POST ${path}/reject`, { revision: 1, reason }), 200);
  const [flags] = await app.context.db.sql<{ n: number }[]>`
    select count(*)::int as n from review_flag where customer_id = ${customer.customerId}`;
  expect(flags?.n).toBe(1);
});

test("the facts of these cases contain no raw ids", async () => {
  expect(await rawFactIds(app.context)).toEqual({
    kinds: ["deposit", "deposit_retraction"],
    found: [],
  });
});
