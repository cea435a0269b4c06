import { RATE_SCALE } from "@tessera/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countChainEvents } from "../../adapters/evm/chain-figures.ts";
import { type ChainWatcher, watchChain } from "../../adapters/evm/watch-chain.ts";
import { provideProviders, providers } from "../../adapters/providers/registry.ts";
import type { UsdtRateProvider } from "../../adapters/rates/rates-provider.ts";
import { readOffering } from "../../back-office/offering/read-offering.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
import type { EvmNetwork, ReadNetwork } from "../../platform/config/evm-settings.ts";
import { createTestContext, type TestContext } from "../test-context.ts";
import { newEvmDepositor } from "./evm-depositors.ts";
import { FakeChain, FakeSource } from "./fake-chain.ts";
import { TEST_XPUB } from "./test-xpub.ts";

const contract = (digits: string) => `0x${digits.padEnd(40, "0")}`;
const USDT = contract("dac17f");
const USDC = contract("a0b8");
const BRIDGED = contract("2791");
const PEGGED = contract("8ac7");
const CHAIN = { rpcUrls: ["http://127.0.0.1:1"], confirmations: [{ confirmations: 2 }] };
const CHAINS = [
  {
    ...{ ...CHAIN, network: "ERC20", chainId: 1337 },
    tokens: [
      { asset: "USDT", contract: USDT, decimals: 6 },
      { asset: "USDC", contract: USDC, decimals: 6 },
    ],
  },
  {
    ...{ ...CHAIN, network: "POLYGON", chainId: 1338 },
    token: { asset: "USDC", contract: USDC, decimals: 6 },
    otherTokens: [{ asset: "USDC", contract: BRIDGED, decimals: 6 }],
  },
  // As on BNB Smart Chain, where the pegged USDC has 18 decimals.
  {
    ...{ ...CHAIN, network: "BEP20", chainId: 1339 },
    token: { asset: "USDC", contract: PEGGED, decimals: 18 },
  },
];

let setup: TestContext;
const chains = new Map<ReadNetwork, FakeChain>();
const watchers: ChainWatcher[] = [];

beforeAll(async () => {
  const EVM_CHAINS = JSON.stringify({ xpub: TEST_XPUB, chains: CHAINS });
  setup = await createTestContext({ CHAIN_PROVIDER: "evm", EVM_CHAINS });
  const { chain } = setup.context.config;
  for (const settings of chain.provider === "evm" ? chain.chains : []) {
    const fake = new FakeChain(USDC);
    fake.mineMany(70);
    chains.set(settings.network, fake);
    const source = new FakeSource(fake);
    // Like a node, it returns the logs of the contracts that it is asked for.
    const contracts = new Set(settings.tokens.map((token) => token.contract));
    source.changeLogs = (logs) => logs.filter(({ address }) => contracts.has(address));
    const sources = [source];
    watchers.push(watchChain(setup.context, settings, { sources, leaseSeconds: 0 }));
  }
  await step();
});
afterAll(() => setup.close());

async function step(): Promise<void> {
  for (const watcher of watchers) {
    await watcher.advance();
  }
  await settleTransfers(setup.context);
}

interface Paid {
  readonly network: EvmNetwork;
  readonly asset: "USDT" | "USDC";
  readonly token: string;
  readonly amountRaw?: bigint;
}

/** Opens a deposit of 500, pays it with a token on its network, and confirms the payment. */
async function pay({ network, asset, token, amountRaw = 500_000_000n }: Paid) {
  const customer = await newEvmDepositor(setup.context);
  const deposit = await customer.create({ network, asset, amount: "500.00" });
  const chain = chains.get(network);
  chain?.mine(chain.transaction([{ to: deposit.address, amountRaw, token }]));
  chain?.mineMany(3);
  await step();
  return { customer, deposit: await customer.read(deposit) };
}

test.each<Paid>([
  { network: "ERC20", asset: "USDT", token: USDT },
  { network: "ERC20", asset: "USDC", token: USDC },
  { network: "POLYGON", asset: "USDC", token: USDC },
  { network: "BEP20", asset: "USDC", token: PEGGED, amountRaw: 500n * 10n ** 18n },
])("EVM deposits: $asset is credited by itself on $network", async (paid) => {
  const { customer, deposit } = await pay(paid);
  expect(deposit).toMatchObject({
    ...{ status: "completed", asset: paid.asset, network: paid.network },
    ...{ receivedAmount: "500.00", notes: [] },
  });
  expect(await customer.balance()).toBe(50_000n);
});

test.each<[string, Paid]>([
  ["USDC for a deposit of USDT", { network: "ERC20", asset: "USDT", token: USDC }],
  ["USDT for a deposit of USDC", { network: "ERC20", asset: "USDC", token: USDT }],
  ["a bridged USDC", { network: "POLYGON", asset: "USDC", token: BRIDGED }],
])("EVM deposits: operators decide on %s", async (_, paid) => {
  const { customer, deposit } = await pay(paid);
  expect(deposit.notes).toEqual(["other_token"]);
  expect(await customer.balance()).toBe(0n);
});

test("EVM deposits: an asset is refused on a network that does not take it", async () => {
  const customer = await newEvmDepositor(setup.context);
  const order = { network: "POLYGON", asset: "USDT" } as const;
  await expect(customer.create(order)).rejects.toMatchObject({ code: "not_offered" });
  const base = { network: "BASE", asset: "USDC" } as const;
  await expect(customer.create(base)).rejects.toMatchObject({ code: "not_offered" });
});

test("EVM deposits: the offering lists each network's assets, and no simulated payment", () => {
  const { depositNetworks, simulatedDeposits } = readOffering(setup.context);
  expect(depositNetworks.map(({ network, assets }) => [network, assets])).toEqual([
    ["ERC20", ["USDT", "USDC"]],
    ["POLYGON", ["USDC"]],
    ["BEP20", ["USDC"]],
  ]);
  expect(simulatedDeposits).toBe(false);
});

test("EVM deposits: a token that only looks like USDC is not credited", async () => {
  const fake = contract("fa4e");
  const { customer, deposit } = await pay({ network: "POLYGON", asset: "USDC", token: fake });
  expect(deposit).toMatchObject({ status: "pending", receivedAmount: null });
  expect(await customer.balance()).toBe(0n);
});

test("EVM deposits: nothing, less than a cent, and a fake token are not payments", async () => {
  const counted = async () => {
    const counts = await countChainEvents(setup.context).read();
    const of = (event: string) =>
      counts.find(({ labels }) => labels?.network === "POLYGON" && labels.event === event)?.value ??
      0;
    return [of("ignored_zero"), of("ignored_dust")];
  };
  const before = await counted();
  const customer = await newEvmDepositor(setup.context);
  const deposit = await customer.create({ network: "POLYGON", asset: "USDC" });
  const to = deposit.address;
  const chain = chains.get("POLYGON");
  const spam = [0n, 1n, 9_999n].map((amountRaw) => ({ to, amountRaw, token: USDC }));
  chain?.mine(
    chain.transaction(spam),
    chain.transaction([{ to, amountRaw: 10n ** 12n, token: contract("fa4e") }]),
  );
  chain?.mineMany(3);
  await step();
  expect(await customer.read(deposit)).toMatchObject({ status: "pending", receivedAmount: null });
  expect((await counted()).map((n, place) => n - (before[place] ?? 0))).toEqual([1, 2]);
});

test("USDC has its own price: while it is depegged, USDT is still taken", async () => {
  const { usdcRate } = setup.context.use(providers);
  const rate = { source: "test", ratedAt: setup.clock.now(), dollarsScaled: RATE_SCALE };
  const cheap: UsdtRateProvider = {
    name: "cheap-usdc",
    live: false,
    fetchRates: async () => ({ ...rate, dollarsScaled: (RATE_SCALE * 87n) / 100n }),
  };
  const other = { ...setup.context };
  provideProviders(other, { ...setup.context.use(providers), usdcRate: cheap });
  const customer = await newEvmDepositor(other);
  const order = { network: "ERC20", asset: "USDC" } as const;
  await expect(customer.create(order)).rejects.toMatchObject({ code: "asset_depegged" });
  expect(await customer.create({ ...order, asset: "USDT" })).toMatchObject({ asset: "USDT" });
  expect(usdcRate?.name).toBe("bundled-usdc");
});
