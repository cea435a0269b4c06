import { randomBytes } from "node:crypto";
import { AnvilNode } from "@tessera/server/testing/anvil-node";
import {
  type ChainProgram,
  newRootKey,
  openChainProgram,
} from "@tessera/server/testing/chain-program";
import { TEST_XPUB } from "@tessera/server/testing/test-xpub";
import type { Sql } from "postgres";
import type { Environment } from "../environment.ts";

const CHAIN_ID = 1337;
const BLOCKS = 300;
/** Of the transfers in a block, how many go to addresses of deposits. */
const OWN_PER_BLOCK = 10;
const TRANSFERS_PER_BLOCK = 500;
const CUSTOMERS = 200;
const DEPOSITS_PER_CUSTOMER = 5;
const CONFIRMATIONS = 12;
const AMOUNT_RAW = 100_000_000n;
const AT_A_TIME = 8;
const SCATTER_GAS = 29_000_000n;
const RPC_MS = 10_000;

/** The goal of reading blocks with {@link TRANSFERS_PER_BLOCK} transfers. */
export const CHAIN_GOALS = { blocksPerSecond: 50 } as const;

/** How fast a chain is read, proven and credited. */
export interface ChainFigures {
  readonly addresses: number;
  readonly blocks: number;
  readonly transfersPerBlock: number;
  readonly credited: number;
  /** How long it took to read and prove the transfers. */
  readonly seconds: number;
  /** How long it took to credit them afterwards. */
  readonly creditSeconds: number;
}

/** Opens deposits, and returns their addresses. */
async function openDeposits(program: ChainProgram): Promise<string[]> {
  const addresses: string[] = [];
  for (let first = 0; first < CUSTOMERS; first += AT_A_TIME) {
    const some = Array.from({ length: Math.min(AT_A_TIME, CUSTOMERS - first) }, async () => {
      const customer = await program.newCustomer();
      for (let deposit = 0; deposit < DEPOSITS_PER_CUSTOMER; deposit += 1) {
        addresses.push((await customer.open("100.00")) ?? "");
      }
    });
    await Promise.all(some);
  }
  return addresses;
}

function strangers(count: number): string[] {
  return Array.from({ length: count }, () => `0x${randomBytes(20).toString("hex")}`);
}

/** Mines blocks that are full of transfers, a few of which pay deposits. */
async function mineTransfers(node: AnvilNode, token: `0x${string}`, addresses: readonly string[]) {
  const others = strangers(TRANSFERS_PER_BLOCK - OWN_PER_BLOCK);
  for (let block = 0; block < BLOCKS; block += 1) {
    const own = Array.from(
      { length: OWN_PER_BLOCK },
      (_, n) => addresses[(block * OWN_PER_BLOCK + n) % addresses.length],
    );
    const call = ["scatter", [[...others, ...own], AMOUNT_RAW]] as const;
    await node.send(await node.call("PlainToken", token, ...call, SCATTER_GAS));
    await node.mine(1);
  }
  await node.mine(CONFIRMATIONS);
}

async function creditedIn(owner: Sql): Promise<number> {
  const [row] = await owner<{ n: number }[]>`
    select count(*)::int as n from deposit_payment where credited_at is not null`;
  return row?.n ?? 0;
}

async function scannedIn(owner: Sql): Promise<number> {
  const [row] = await owner<{ n: number }[]>`select max(scanned_to)::int as n from evm_chain`;
  return row?.n ?? 0;
}

/** Repeats an act until something is the case. Returns how long that took. */
async function secondsUntil(act: () => Promise<void>, isDone: () => Promise<boolean>) {
  const started = performance.now();
  while (!(await isDone())) {
    await act();
  }
  return (performance.now() - started) / 1_000;
}

/**
 * Measures how long a server that was down needs to catch up with a local node: to read blocks that
 * are full of transfers, and to prove and credit those to its deposits.
 */
export async function measureChain({ server, owner }: Environment): Promise<ChainFigures> {
  const node = await AnvilNode.start(CHAIN_ID);
  const token = await node.deploy("PlainToken", "Tether USD", "USDT", 6);
  const chain = {
    network: "ERC20",
    chainId: CHAIN_ID,
    rpcUrls: [node.url],
    token: { asset: "USDT", contract: token, decimals: 6 },
    confirmations: [{ confirmations: CONFIRMATIONS }],
  };
  const EVM_CHAINS = JSON.stringify({ xpub: TEST_XPUB, chains: [chain] });
  const program = await openChainProgram({
    appUrl: server.appUrl,
    env: { CHAIN_PROVIDER: "evm", EVM_CHAINS },
    rootKey: newRootKey(),
    rpcTimeoutMs: RPC_MS,
  });
  try {
    await program.step();
    const addresses = await openDeposits(program);
    await mineTransfers(node, token, addresses);
    const seconds = await secondsUntil(
      () => program.read(),
      async () => (await scannedIn(owner)) >= Number(await node.rpc("eth_blockNumber", [])),
    );
    const creditSeconds = await secondsUntil(
      () => program.step(),
      async () => (await creditedIn(owner)) >= BLOCKS * OWN_PER_BLOCK,
    );
    return {
      addresses: addresses.length,
      blocks: BLOCKS,
      transfersPerBlock: TRANSFERS_PER_BLOCK,
      credited: await creditedIn(owner),
      seconds,
      creditSeconds,
    };
  } finally {
    await program.close();
    await node.stop();
  }
}
