import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
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
/** The blocks that a server which was down has to catch up with. */
const BLOCKS = 200;
const TRANSFERS_PER_BLOCK = 500;
/** Of the transfers in a block, how many pay deposits, each in a transaction of its own. */
const OWN_PER_BLOCK = 5;
const CUSTOMERS = 200;
const DEPOSITS_PER_CUSTOMER = 5;
const CONFIRMATIONS = 12;
const AMOUNT_RAW = 100_000_000n;
const AT_A_TIME = 8;
const SCATTER_GAS = 29_000_000n;
const PAYMENT_GAS = 200_000n;
const RPC_MS = 10_000;
/** The chain that is followed as it grows has a block every second, each with a payment. */
const BLOCK_MS = 1_000;
const FOLLOWED_BLOCKS = 60;
/** How often the chain is read, which is `EVM_POLL_MS` of such a fast chain. */
const POLL_MS = 250;
/** A run that takes this long in all is given up. */
const MOST_SECONDS = 240;

/** The goals of reading a chain that is behind, and of crediting one that is not. */
export const CHAIN_GOALS = { blocksPerSecond: 50, creditBlocks: 1 } as const;

/** How fast a chain is read, proven and credited. */
export interface ChainFigures {
  readonly addresses: number;
  readonly blocks: number;
  readonly transfersPerBlock: number;
  /** How long it took to read the blocks, and to prove the transfers to deposits. */
  readonly readSeconds: number;
  readonly credited: number;
  /** How long it took to credit them afterwards. */
  readonly creditSeconds: number;
  /** Blocks from a payment's last confirmation to its credit, at the 95th percentile. */
  readonly creditBlocksP95: number;
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
  const scatter = async (to: readonly string[], gas: bigint) =>
    node.send(await node.call("PlainToken", token, "scatter", [to, AMOUNT_RAW], gas));
  for (let block = 0; block < BLOCKS; block += 1) {
    await scatter(others, SCATTER_GAS);
    for (const own of addresses.slice(block * OWN_PER_BLOCK, (block + 1) * OWN_PER_BLOCK)) {
      await scatter([own], PAYMENT_GAS);
    }
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

/** Ends a run that does not end by itself. */
class Deadline {
  readonly #endsAt = performance.now() + MOST_SECONDS * 1_000;

  /** @throws Error if the run has taken too long, naming what it was at */
  check(doing: string): void {
    if (performance.now() > this.#endsAt) {
      throw new Error(`${doing} was not done within ${MOST_SECONDS} s`);
    }
  }
}

/** Repeats an act until something is the case. Returns how long that took, in seconds. */
async function secondsUntil(
  { deadline, doing }: { readonly deadline: Deadline; readonly doing: string },
  act: () => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<number> {
  const started = performance.now();
  while (!(await isDone())) {
    deadline.check(doing);
    await act();
  }
  return (performance.now() - started) / 1_000;
}

interface Followed {
  readonly owner: Sql;
  readonly program: ChainProgram;
  readonly node: AnvilNode;
  readonly token: `0x${string}`;
  readonly deadline: Deadline;
}

/** What was mined while the server followed the chain. */
interface Mined {
  /** When each block was mined. */
  readonly minedAt: ReadonlyMap<number, number>;
  /** The block of each payment, by its transaction. */
  readonly paidIn: ReadonlyMap<string, number>;
}

/** Mines a block every second, and pays a deposit in each until enough are paid. */
async function mineSlowly(
  { node, token, deadline }: Followed,
  addresses: readonly string[],
): Promise<Mined> {
  const minedAt = new Map<number, number>();
  const paidIn = new Map<string, number>();
  for (let n = 0; n < FOLLOWED_BLOCKS + CONFIRMATIONS + 2; n += 1) {
    deadline.check("following the chain");
    const address = n < FOLLOWED_BLOCKS ? addresses[n] : undefined;
    if (address !== undefined) {
      const call = await node.call("PlainToken", token, "scatter", [[address], AMOUNT_RAW]);
      paidIn.set(await node.send(call), Number(await node.rpc("eth_blockNumber", [])) + 1);
    }
    await node.mine(1);
    minedAt.set(Number(await node.rpc("eth_blockNumber", [])), Date.now());
    await sleep(BLOCK_MS);
  }
  return { minedAt, paidIn };
}

/**
 * Pays deposits while the server follows the chain, a block at a time. Returns after how many
 * blocks since its last confirmation each was credited, in ascending order.
 */
async function followPayments(followed: Followed, addresses: readonly string[]): Promise<number[]> {
  const { owner, program } = followed;
  let isOver = false;
  const step = async () => {
    while (!isOver) {
      await program.step();
      await sleep(POLL_MS);
    }
  };
  const mine = async () => {
    try {
      return await mineSlowly(followed, addresses);
    } finally {
      isOver = true;
    }
  };
  const [{ minedAt, paidIn }] = await Promise.all([mine(), step()]);
  const rows = await owner<{ hash: string; at: Date }[]>`
    select transaction_hash as hash, credited_at as at from deposit_payment
    where transaction_hash in ${owner([...paidIn.keys()])} and credited_at is not null`;
  if (rows.length !== paidIn.size) {
    throw new Error(`${rows.length} of ${paidIn.size} payments were credited in time`);
  }
  const blocks = rows.map(({ hash, at }) => {
    const confirmedAt = minedAt.get((paidIn.get(hash) ?? 0) + CONFIRMATIONS);
    return (at.getTime() - (confirmedAt ?? Number.NaN)) / BLOCK_MS;
  });
  return blocks.sort((a, b) => a - b);
}

/**
 * Measures how long a server that was down needs to catch up with a local node, reading blocks that
 * are full of transfers and crediting those to its deposits; and, once it follows the chain, how
 * soon it credits a payment that has its confirmations.
 */
export async function measureChain({ server, owner }: Environment): Promise<ChainFigures> {
  const deadline = new Deadline();
  const node = await AnvilNode.start(CHAIN_ID);
  const token = await node.deploy("PlainToken", "Tether USD", "USDT", 6);
  const chain = {
    network: "ERC20",
    chainId: CHAIN_ID,
    rpcUrls: [node.url],
    tokens: [{ asset: "USDT", contract: token, decimals: 6 }],
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
    // As autovacuum does, without which new tables have no statistics.
    await owner.unsafe("vacuum analyze");
    const readSeconds = await secondsUntil(
      { deadline, doing: "reading the chain" },
      () => program.read(),
      async () => (await scannedIn(owner)) >= Number(await node.rpc("eth_blockNumber", [])),
    );
    const creditSeconds = await secondsUntil(
      { deadline, doing: "crediting what was read" },
      () => program.step(),
      async () => (await creditedIn(owner)) >= BLOCKS * OWN_PER_BLOCK,
    );
    const credited = await creditedIn(owner);
    const delays = await followPayments({ owner, program, node, token, deadline }, addresses);
    const creditBlocksP95 = delays[Math.ceil(delays.length * 0.95) - 1] ?? Number.NaN;
    const size = { addresses: addresses.length, blocks: BLOCKS };
    const figures = { readSeconds, credited, creditSeconds, creditBlocksP95 };
    return { ...size, transfersPerBlock: TRANSFERS_PER_BLOCK, ...figures };
  } finally {
    await program.close();
    await node.stop();
  }
}
