import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { houseAccount } from "@tessera/ledger";
import { type ChainWatcher, watchChain } from "../../adapters/evm/watch-chain.ts";
import { accountOf, openCustomer, receivableOf } from "../../identity/people/index.ts";
import { depositorOf } from "../../money-movement/deposits/depositor.fixtures.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import type { FakeSource } from "./fake-chain.ts";
import { TEST_XPUB } from "./test-xpub.ts";

/** The contract of the token on a fake chain. */
export const TEST_CONTRACT = `0x${"dac17f".padEnd(40, "0")}`;

/** Settings for one Ethereum-like chain, with changes to its JSON. */
export function evmEnv(
  chain: Readonly<Record<string, unknown>> = {},
  { xpub = TEST_XPUB }: { readonly xpub?: string } = {},
): Record<string, string> {
  const given = {
    network: "ERC20",
    chainId: 1337,
    rpcUrls: ["http://127.0.0.1:1"],
    token: { asset: "USDT", contract: TEST_CONTRACT, decimals: 6 },
    confirmations: [{ upTo: "1000.00", confirmations: 3 }, { confirmations: 6 }],
    ...chain,
  };
  return { CHAIN_PROVIDER: "evm", EVM_CHAINS: JSON.stringify({ xpub, chains: [given] }) };
}

/** Returns the settings of the only chain of a context. */
export function onlyChain({ config: { chain } }: AppContext): EvmChainSettings {
  const [settings] = chain.provider === "evm" ? chain.chains : [];
  if (settings === undefined) {
    throw new Error("the context watches no chain");
  }
  return settings;
}

/**
 * Creates a watcher that reads fake sources. Its lease ends at once, so that several watchers read
 * the same blocks at the same time.
 */
export function watcherOf(context: AppContext, ...sources: readonly FakeSource[]): ChainWatcher {
  return watchChain(context, onlyChain(context), { sources, leaseSeconds: 0 });
}

/** Reads the chain and settles what was found, as the server's jobs do. */
export async function catchUp(context: AppContext, watcher: ChainWatcher): Promise<void> {
  await watcher.advance();
  await settleTransfers(context);
}

/** A customer who deposits on an EVM chain. */
export async function newEvmDepositor(context: AppContext) {
  const person = await inTransaction(context.db, (tx) =>
    openCustomer(context, tx, {
      email: `${newId()}@tessera.test`,
      passwordHash: "none",
      locale: "en",
      requestId: "test",
      acceptance: null,
    }),
  );
  const customerId = person?.customerId ?? "";
  const own = depositorOf(context, customerId);
  const { kysely } = context.db;

  async function postedIn(find: typeof accountOf): Promise<bigint> {
    const account = await find(kysely, customerId, "USD");
    const [balance] = await context.ledger.balances(kysely, [account]);
    return balance?.postedMinor ?? 0n;
  }

  return {
    ...own,
    customerId,
    open: (amount = "500.00"): Promise<Deposit & { readonly address: string }> =>
      own.create({ network: "ERC20", amount }),
    balance: () => postedIn(accountOf),
    /** What the customer owes, as a negative number. */
    owed: () => postedIn(receivableOf),
    /** Moves money out of the account, as a payment or withdrawal would. */
    async spend(amountMinor: bigint): Promise<void> {
      const credit = houseAccount("bank_clearing", "USD");
      const debit = await accountOf(kysely, customerId, "USD");
      const { outcome } = await context.ledger.submit({
        id: newId(context.clock.now()),
        customerId,
        kind: "correction",
        cardId: null,
        parentId: null,
        status: "completed",
        currency: "USD",
        amountMinor: -amountMinor,
        feeMinor: 0n,
        title: "",
        data: {},
        eventAt: context.clock.now(),
        clientKey: null,
        legs: [{ type: "transfer", debit, credit, amountMinor }],
      });
      if (outcome !== "posted") {
        throw new Error(`nothing was spent: ${outcome}`);
      }
    },
  };
}
