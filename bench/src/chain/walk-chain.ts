import { setTimeout as sleep } from "node:timers/promises";
import type { ChainProgram } from "@tessera/server/testing/chain-program";
import type { LabTruth } from "./check-chain.ts";
import type { LabChain, LabTransaction, LabTransfer } from "./lab-chain.ts";
import type { LabNode, NodeFault } from "./lab-node.ts";
import { Random } from "./random.ts";

/** The deepest reorganization, and how many blocks a walk begins with. */
const DEEPEST = 64;
const CUSTOMERS = 3;
const TOKEN = `0x${"d".repeat(40)}`;
const LOOK_ALIKE = `0x${"e".repeat(40)}`;
const DECIMALS = 6;
/** More blocks than any confirmation needs. */
const FINAL_BLOCKS = 10;
const FINAL_ROUNDS = 6;
const NOTICED_MS = 100;
/** A transaction that lost its block is mined again this often. */
const RETURNS = 0.8;

/** What the walk needs of its surroundings. */
export interface WalkParts {
  readonly programs: readonly ChainProgram[];
  readonly nodes: readonly LabNode[];
  readonly chain: LabChain;
  /** Ends the connections of every server to the database, as a kill does. */
  readonly killConnections: () => Promise<void>;
}

/** How often something happened in a walk. */
export interface WalkCounts {
  readonly reorganizations: number;
  readonly faults: number;
  readonly kills: number;
}

/** The settings with which a program reads the lab's chain at these nodes. */
export function labChainSettings(rpcUrls: readonly string[], chainId: number, xpub: string) {
  const chain = {
    network: "ERC20",
    chainId,
    rpcUrls,
    token: { asset: "USDT", contract: TOKEN, decimals: DECIMALS },
    confirmations: [{ upTo: "1000.00", confirmations: 3 }, { confirmations: 6 }],
    // No server is believed alone.
    secondSourceAbove: "0.01",
    keepBlocks: 300,
  };
  return { CHAIN_PROVIDER: "evm", EVM_CHAINS: JSON.stringify({ xpub, chains: [chain] }) };
}

/** The decimals of the lab's tokens. */
export const LAB_DECIMALS: ReadonlyMap<string, number> = new Map([
  [TOKEN, DECIMALS],
  [LOOK_ALIKE, DECIMALS],
]);

interface Customer {
  readonly program: Awaited<ReturnType<ChainProgram["newCustomer"]>>;
  spent: bigint;
}

/**
 * A random walk: customers deposit and spend while the chain is reorganized, its nodes fail and
 * lie, and servers lose their connections. Every choice depends on the seed; what runs at the same
 * time does not.
 */
export class ChainWalk {
  readonly #parts: WalkParts;
  readonly #random: Random;
  readonly #customers: Customer[] = [];
  readonly #owners = new Map<string, string>();
  #pool: LabTransaction[] = [];
  #reorganizations = 0;
  #faults = 0;
  #kills = 0;

  constructor(parts: WalkParts, seed: number) {
    this.#parts = parts;
    this.#random = new Random(seed);
  }

  get counts(): WalkCounts {
    return { reorganizations: this.#reorganizations, faults: this.#faults, kills: this.#kills };
  }

  async run(steps: number): Promise<LabTruth> {
    const { chain, programs } = this.#parts;
    for (let block = 0; block < 2 * DEEPEST; block += 1) {
      chain.mine([]);
    }
    await this.#step();
    for (let n = 0; n < CUSTOMERS; n += 1) {
      const program = programs[n % programs.length];
      if (program !== undefined) {
        this.#customers.push({ program: await program.newCustomer(), spent: 0n });
      }
    }
    const acts = [
      ...[() => this.#open(), () => this.#pay(), () => this.#pay()],
      ...[() => this.#mine(), () => this.#mine(), () => this.#mine()],
      ...[() => this.#reorganize(), () => this.#spend(), () => this.#misbehave()],
      ...[() => this.#step(), () => this.#step(), () => this.#kill()],
    ];
    for (let step = 0; step < steps; step += 1) {
      await this.#random.pick(acts)?.();
    }
    return this.#end();
  }

  async #open(): Promise<void> {
    const customer = this.#random.pick(this.#customers);
    const amount = `${50 + this.#random.below(900)}.00`;
    const address = await customer?.program.open(amount);
    if (customer !== undefined && address !== undefined) {
      this.#owners.set(address.toLowerCase(), customer.program.customerId);
    }
  }

  /** Sends a transaction with one to three transfers, some of which are worth nothing. */
  #pay(): void {
    const random = this.#random;
    const to = random.pick([...this.#owners.keys()]);
    if (to === undefined) {
      return;
    }
    const transfers = Array.from({ length: 1 + random.below(3) }, (): LabTransfer => {
      const amountRaw = random.isLess(0.1) ? BigInt(random.below(10_000)) : this.#amount();
      return { token: random.isLess(0.15) ? LOOK_ALIKE : TOKEN, to, amountRaw };
    });
    this.#pool.push(this.#parts.chain.transaction(transfers, random.isLess(0.1)));
  }

  #amount(): bigint {
    return BigInt(this.#random.below(2_000_000_000));
  }

  #mine(): void {
    const mined = this.#pool.filter(() => this.#random.isLess(0.7));
    this.#pool = this.#pool.filter((one) => !mined.includes(one));
    this.#parts.chain.mine(mined);
  }

  #reorganize(): void {
    const random = this.#random;
    const depth = 1 + random.below(random.isLess(0.7) ? 8 : DEEPEST);
    const lost = this.#parts.chain.reorganize(depth);
    this.#pool.push(...lost.filter(() => random.isLess(RETURNS)));
    this.#reorganizations += 1;
  }

  async #spend(): Promise<void> {
    const customer = this.#random.pick(this.#customers);
    const balance = (await customer?.program.balance()) ?? 0n;
    const amountMinor = (balance * BigInt(1 + this.#random.below(100))) / 100n;
    if (customer !== undefined && amountMinor > 0n) {
      await customer.program.spend(amountMinor);
      customer.spent += amountMinor;
    }
  }

  #nextFault(): NodeFault {
    const random = this.#random;
    const { chain } = this.#parts;
    const faults: readonly (() => NodeFault)[] = [
      ...(["dead", "stalled", "null", "huge", "repeating"] as const).map((what) => () => ({
        what,
      })),
      ...(["skipping", "doubling", "changing"] as const).map((what) => () => ({ what })),
      () => ({ what: "behind", blocks: 1 + random.below(20) }),
      () => {
        const forked = chain.fork(chain.height - random.below(20), `lie ${this.#faults}`);
        for (let block = 0; block < 25; block += 1) {
          forked.mine([]);
        }
        return { what: "forked", chain: forked };
      },
    ];
    return random.pick(faults)?.() ?? { what: "none" };
  }

  /** Lets one node fail or lie for a while, in which blocks are mined and read. */
  async #misbehave(): Promise<void> {
    const node = this.#random.pick(this.#parts.nodes);
    if (node === undefined) {
      return;
    }
    this.#faults += 1;
    node.fault = this.#nextFault();
    for (let round = 0; round < 2; round += 1) {
      this.#mine();
      await this.#step();
    }
    node.fault = { what: "none" };
  }

  /**
   * Lets every server work at the same time. Like a job, what fails is done again the next time;
   * what never succeeds is missing in the end.
   */
  async #step(): Promise<void> {
    await Promise.allSettled(this.#parts.programs.map((program) => program.step()));
  }

  /** Kills the connections while the servers work. What fails then is done again later. */
  async #kill(): Promise<void> {
    this.#kills += 1;
    const working = this.#step();
    await sleep(this.#random.below(40));
    await this.#parts.killConnections();
    await working;
    // The servers notice which of their connections are closed.
    await sleep(NOTICED_MS);
    await this.#step();
  }

  async #end(): Promise<LabTruth> {
    const { chain } = this.#parts;
    this.#pool = [];
    for (let block = 0; block < FINAL_BLOCKS; block += 1) {
      chain.mine([]);
    }
    for (let round = 0; round < FINAL_ROUNDS; round += 1) {
      await this.#step();
      chain.mine([]);
    }
    return {
      blocks: chain.blocks,
      token: TOKEN,
      owners: this.#owners,
      spent: new Map(this.#customers.map(({ program, spent }) => [program.customerId, spent])),
    };
  }
}
