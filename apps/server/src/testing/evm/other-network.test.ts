import { expect, test } from "vitest";
import { countChainEvents } from "../../adapters/evm/chain-figures.ts";
import { watchChain } from "../../adapters/evm/watch-chain.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { brokenPromises } from "../broken-promises.ts";
import { createTestContext } from "../test-context.ts";
import { newEvmDepositor, TEST_CONTRACT, TEST_XPUB } from "./evm-depositors.ts";
import { FakeChain, FakeSource } from "./fake-chain.ts";

const CHAIN = {
  rpcUrls: ["http://127.0.0.1:1"],
  token: { asset: "USDT", contract: TEST_CONTRACT, decimals: 6 },
  confirmations: [{ confirmations: 2 }],
};

test("a payment on another network than the deposit's is found, and not credited", async () => {
  const chains = [
    { ...CHAIN, network: "ERC20", chainId: 1337 },
    { ...CHAIN, network: "BEP20", chainId: 1338 },
  ];
  const setup = await createTestContext({
    CHAIN_PROVIDER: "evm",
    EVM_CHAINS: JSON.stringify({ xpub: TEST_XPUB, chains }),
  });
  const { context } = setup;
  const { chain: config } = context.config;
  const watched = (config.provider === "evm" ? config.chains : []).map((settings) => {
    const chain = new FakeChain(TEST_CONTRACT);
    const sources = [new FakeSource(chain)];
    return { chain, watcher: watchChain(context, settings, { sources, leaseSeconds: 0 }) };
  });
  const step = async () => {
    for (const { watcher } of watched) {
      await watcher.advance();
    }
    await settleTransfers(context);
  };
  await step();
  const customer = await newEvmDepositor(context);
  const deposit = await customer.open();
  const other = watched[1]?.chain;
  other?.mine(other.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
  other?.mineMany(3);
  await step();
  await step();
  expect(await customer.balance()).toBe(0n);
  expect(await customer.read(deposit)).toMatchObject({ status: "pending", receivedAmount: null });
  const counts = await context.db.sql<{ what: string; n: bigint }[]>`
    select what, n from evm_count where chain_id = 1338`;
  expect(counts.map(({ what, n }) => [what, n])).toEqual([["other_network", 1n]]);
  const { read } = countChainEvents(context);
  expect(await read()).toContainEqual({
    gauge: "tessera_evm_chain_events_total",
    labels: { network: "BEP20", event: "other_network" },
    value: 1,
  });
  expect(await brokenPromises(context, SERVER_CHECKS)).toEqual([]);
  await setup.close();
});
