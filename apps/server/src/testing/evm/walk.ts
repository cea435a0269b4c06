import { ChainStoppedError } from "../../adapters/evm/follow-first-source.ts";
import type { ChainWatcher } from "../../adapters/evm/watch-chain.ts";
import { collectDepositDebts } from "../../money-movement/deposits/repay-deposit-debt.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newEvmDepositor, watcherOf } from "./evm-depositors.ts";
import { FakeChain, FakeSource, type FakeTransaction } from "./fake-chain.ts";

type Depositor = Awaited<ReturnType<typeof newEvmDepositor>>;

/** Millionths of a token in a hundredth. */
const MICRO_PER_MINOR = 10_000n;

/**
 * What a walk left behind: what each customer has in the ledger, including what is below a cent,
 * and on the chain, in millionths.
 */
export interface WalkEnd {
  readonly inLedger: readonly bigint[];
  readonly onChain: readonly bigint[];
  readonly credited: bigint;
  readonly retractions: number;
}

/** Returns a generator of numbers from 0 to 1 that depends on the seed alone (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The most blocks that a reorganization replaces. */
const DEEPEST = 64;
const CUSTOMERS = 3;
const FAULTS = ["unreachable", "invalid", "inconsistent", "too_large"] as const;

/**
 * Lets customers deposit and spend while the chain is reorganized and its server fails, at two
 * watchers. Every choice depends on the seed.
 */
export class Walk {
  readonly #context: AppContext;
  readonly #chain: FakeChain;
  readonly #sources: readonly FakeSource[];
  readonly #watchers: readonly ChainWatcher[];
  readonly #random: () => number;
  readonly #depositors: Depositor[] = [];
  readonly #owners = new Map<string, number>();
  readonly #spent: bigint[] = [];
  #pool: FakeTransaction[] = [];

  constructor(context: AppContext, contract: string, seed: number) {
    this.#context = context;
    this.#chain = new FakeChain(contract);
    this.#sources = [new FakeSource(this.#chain), new FakeSource(this.#chain)];
    this.#watchers = this.#sources.map((source) => watcherOf(context, source));
    this.#random = randomOf(seed);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  async run(steps: number): Promise<WalkEnd> {
    this.#chain.mineMany(2 * DEEPEST);
    await this.#step();
    for (let customer = 0; customer < CUSTOMERS; customer += 1) {
      this.#depositors.push(await newEvmDepositor(this.#context));
      this.#spent.push(0n);
    }
    const acts = [
      () => this.#open(),
      () => this.#pay(),
      () => this.#pay(),
      () => this.#mine(),
      () => this.#mine(),
      () => this.#mine(),
      () => this.#reorganize(),
      () => this.#spend(),
      () => this.#step(),
      () => this.#step(),
      () => this.#failOnce(),
    ];
    for (let step = 0; step < steps; step += 1) {
      await acts[this.#below(acts.length)]?.();
    }
    return this.#end();
  }

  async #open(): Promise<void> {
    const owner = this.#below(CUSTOMERS);
    try {
      const deposit = await this.#depositors[owner]?.open(`${50 + this.#below(900)}.00`);
      this.#owners.set(deposit?.address ?? "", owner);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
    }
  }

  #pay(): void {
    const addresses = [...this.#owners.keys()];
    const to = addresses[this.#below(addresses.length)];
    if (to === undefined) {
      return;
    }
    const amountRaw = BigInt(this.#below(2_000_000_000));
    const transfers = Array.from({ length: 1 + this.#below(2) }, () => ({ to, amountRaw }));
    this.#pool.push(this.#chain.transaction(transfers));
  }

  #mine(): void {
    const mined = this.#pool.filter(() => this.#random() < 0.7);
    this.#pool = this.#pool.filter((one) => !mined.includes(one));
    this.#chain.mine(...mined);
  }

  /** Reorganizes the chain. One transaction in five never returns, as if paid twice. */
  #reorganize(): void {
    const depth = 1 + this.#below(this.#random() < 0.7 ? 8 : DEEPEST);
    const dropped = this.#chain.reorganize(depth);
    this.#pool.push(...dropped.filter(() => this.#random() < 0.8));
  }

  async #spend(): Promise<void> {
    const customer = this.#below(CUSTOMERS);
    const depositor = this.#depositors[customer];
    const balance = (await depositor?.balance()) ?? 0n;
    const amountMinor = (balance * BigInt(1 + this.#below(100))) / 100n;
    if (amountMinor > 0n) {
      await depositor?.spend(amountMinor);
      this.#spent[customer] = (this.#spent[customer] ?? 0n) + amountMinor;
    }
  }

  async #step(): Promise<void> {
    const advanced = await Promise.allSettled(this.#watchers.map((watcher) => watcher.advance()));
    for (const one of advanced) {
      if (one.status === "rejected" && !(one.reason instanceof ChainStoppedError)) {
        throw one.reason;
      }
    }
    await Promise.all([settleTransfers(this.#context), settleTransfers(this.#context)]);
    await collectDepositDebts(this.#context);
  }

  async #failOnce(): Promise<void> {
    const source = this.#sources[this.#below(this.#sources.length)];
    if (source !== undefined) {
      source.fault = FAULTS[this.#below(FAULTS.length)];
      source.lag = this.#below(3);
      await this.#step();
      source.fault = undefined;
      source.lag = 0;
    }
  }

  async #end(): Promise<WalkEnd> {
    this.#pool = [];
    this.#chain.mineMany(10);
    for (let round = 0; round < 4; round += 1) {
      await this.#step();
    }
    const { sql } = this.#context.db;
    const onChain = this.#spent.map((spent) => -spent * MICRO_PER_MINOR);
    for (const { transfers } of this.#chain.mined()) {
      for (const { to, amountRaw } of transfers) {
        const owner = this.#owners.get(to) ?? 0;
        onChain[owner] = (onChain[owner] ?? 0n) + amountRaw;
      }
    }
    const inLedger: bigint[] = [];
    for (const depositor of this.#depositors) {
      const [dust] = await sql<{ micro: bigint }[]>`
        select coalesce(sum(micro), 0)::bigint as micro from asset_dust
        where customer_id = ${depositor.customerId}`;
      const minor = (await depositor.balance()) + (await depositor.owed());
      inLedger.push(minor * MICRO_PER_MINOR + (dust?.micro ?? 0n));
    }
    const [sums] = await sql<{ credited: bigint; retractions: number }[]>`
      select (select coalesce(sum(credit_minor), 0)::bigint from deposit_payment
          where credited_at is not null) as credited,
        (select count(*)::int from deposit_retraction) as retractions`;
    return {
      inLedger,
      onChain,
      credited: sums?.credited ?? 0n,
      retractions: sums?.retractions ?? 0,
    };
  }
}
