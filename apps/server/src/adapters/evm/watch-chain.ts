import { randomUUID } from "node:crypto";
import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { countUnknownTokens } from "./count-unknown-tokens.ts";
import {
  type ChainRow,
  insertBlocks,
  insertChain,
  leaseChain,
  selectBlocks,
  selectChain,
  updateChain,
} from "./evm-chains.repository.ts";
import type { EvmSource } from "./evm-source.ts";
import { ChainStoppedError, followFirst } from "./follow-first-source.ts";
import { followReorganization } from "./follow-reorganization.ts";
import { readChain, readSpan } from "./read-span.ts";
import { requireWhole } from "./require-whole.ts";
import { RpcError, type RpcFault } from "./rpc-error.ts";
import { storeSpan } from "./store-span.ts";
import { verifyTransfers } from "./verify-transfers.ts";

const LEASE_SECONDS = 15;
/** How long one run follows a chain that is far behind, in milliseconds. */
const LONGEST_RUN_MS = 10_000;
/** How long a source that was checked is not checked again, in milliseconds. */
const CHECKED_MS = 600_000;
/** The number of blocks of a first request for logs. */
const FIRST_BLOCKS = 16;

/** Answers that a smaller request may avoid. */
const OF_SIZE: ReadonlySet<RpcFault> = new Set(["refused", "too_large"]);

/** Follows one chain. */
export interface ChainWatcher {
  readonly network: EvmChainSettings["network"];
  /** How often the chain is read, in milliseconds; absent if the settings say it. */
  readonly everyMs?: number;
  /**
   * Reads what is new on the chain, unless another server does. One run takes seconds at most; a
   * chain that is far behind needs several.
   *
   * @throws ChainStoppedError if no source gave usable answers, or the chain is halted
   */
  advance(stopping?: AbortSignal): Promise<void>;
}

interface WatchOptions {
  /** The chain's RPC servers, the preferred one first. */
  readonly sources: readonly EvmSource[];
  /** For how long one server alone reads the chain, unless it extends this. */
  readonly leaseSeconds?: number;
}

/** Creates the watcher of a chain. */
export function watchChain(
  context: AppContext,
  settings: EvmChainSettings,
  options: WatchOptions,
): ChainWatcher {
  return new Watcher(context, settings, options);
}

class Watcher implements ChainWatcher {
  readonly network: EvmChainSettings["network"];
  readonly #context: AppContext;
  readonly #settings: EvmChainSettings;
  readonly #sources: readonly EvmSource[];
  readonly #leaseSeconds: number;
  readonly #chainId: bigint;
  readonly #name = randomUUID();
  /** When each source was last found to serve the configured chain and token. */
  readonly #checkedAt = new Map<EvmSource, number>();
  /** From when on transfers of unknown tokens are counted. */
  #countsFrom = 0;
  /** How many blocks the next request covers. */
  #blocks = FIRST_BLOCKS;
  /** Whether a server refused a request because of its size, so that the next ones grow slowly. */
  #isNearLimit = false;

  constructor(
    context: AppContext,
    settings: EvmChainSettings,
    { sources, leaseSeconds = LEASE_SECONDS }: WatchOptions,
  ) {
    this.network = settings.network;
    this.#context = context;
    this.#settings = settings;
    this.#sources = sources;
    this.#leaseSeconds = leaseSeconds;
    this.#chainId = BigInt(settings.chainId);
  }

  async advance(stopping?: AbortSignal): Promise<void> {
    if (await this.#lease()) {
      const chain = { chainId: this.#chainId, network: this.network };
      await followFirst(this.#context, chain, this.#sources, (source) =>
        this.#follow(source, stopping),
      );
    }
  }

  #lease(): Promise<boolean> {
    const by = this.#name;
    const lease = { chainId: this.#chainId, by, seconds: this.#leaseSeconds };
    return leaseChain(this.#context.db.kysely, lease);
  }

  /** Checks a source before its first use, and again from time to time. */
  async #requireSound(source: EvmSource): Promise<void> {
    const checkedAt = this.#checkedAt.get(source);
    if (checkedAt === undefined || performance.now() - checkedAt > CHECKED_MS) {
      await source.check();
      this.#checkedAt.set(source, performance.now());
    }
  }

  async #follow(source: EvmSource, stopping: AbortSignal | undefined): Promise<void> {
    await this.#requireSound(source);
    const { number: head } = await source.head();
    const found = await selectChain(this.#context.db.kysely, this.#chainId);
    if (found === undefined) {
      await this.#begin(source, head);
      return;
    }
    if (found.halted !== null) {
      throw new ChainStoppedError(this.network, found.halted);
    }
    let state: ChainRow | undefined = await this.#rejoin(source, found, head);
    const first = (state?.scanned_to ?? 0n) + 1n;
    const endsAt = performance.now() + LONGEST_RUN_MS;
    // Blocks that were new in the last run are read again. Those of this run follow in the next.
    let rescanBlocks = this.#settings.rescanBlocks;
    while (
      state !== undefined &&
      Number(state.scanned_to) < head &&
      stopping?.aborted !== true &&
      performance.now() < endsAt
    ) {
      state = await this.#read(source, state, { head, rescanBlocks });
      rescanBlocks = 0;
    }
    if (state !== undefined) {
      await this.#readTags(source, state, head);
      const others = this.#sources.filter((other) => other !== source);
      await verifyTransfers(this.#context, this.#settings, { source, others });
      await this.#countUnknown(source, [first, state.scanned_to]);
    }
  }

  /** Counts transfers of unknown tokens. A server that cannot answer is not asked for a while. */
  async #countUnknown(source: EvmSource, range: readonly [bigint, bigint]): Promise<void> {
    const isAnswered =
      performance.now() < this.#countsFrom ||
      (await countUnknownTokens(this.#context, this.#settings, { source, range }));
    if (!isAnswered) {
      this.#countsFrom = performance.now() + CHECKED_MS;
    }
  }

  /**
   * Starts to follow the chain, at the configured block or at the newest one. The blocks before are
   * stored, too: the newest ones are those that a reorganization replaces.
   */
  async #begin(source: EvmSource, head: number): Promise<void> {
    const { db, clock, log } = this.#context;
    const { startBlock, keepBlocks } = this.#settings;
    const start = startBlock === undefined ? head : Math.max(0, startBlock - 1);
    if (start > head) {
      throw new RpcError("older_head", `${source.label} does not have the first block yet`);
    }
    const blocks = await readChain(source, Math.max(0, start - keepBlocks), start);
    await inTransaction(db, async (tx) => {
      const isNew = await insertChain(tx, {
        chain_id: this.#chainId,
        network: this.network,
        scanned_to: BigInt(start),
        head: BigInt(head),
        advanced_at: clock.now(),
      });
      if (isNew) {
        await insertBlocks(tx, this.#chainId, blocks);
      }
    });
    log.info({ network: this.network, block: start }, "a chain is followed from now on");
  }

  /** Checks that the newest block that was read is still on the chain, and goes back if not. */
  async #rejoin(source: EvmSource, state: ChainRow, head: number): Promise<ChainRow | undefined> {
    const tip = Number(state.scanned_to);
    if (head < tip) {
      throw new RpcError("older_head", `${source.label} is behind what was read before`);
    }
    const [own] = await selectBlocks(this.#context.db.kysely, this.#chainId, state.scanned_to);
    const [block] = await source.blocks([tip]);
    if (block === undefined) {
      throw new RpcError("inconsistent", `${source.label} lacks a block below its newest one`);
    }
    if (own === undefined || own.hash === block.hash) {
      return own === undefined ? undefined : state;
    }
    const others = this.#sources.filter((other) => other !== source);
    const moved = await followReorganization(this.#context, this.#settings, {
      state,
      source,
      others,
    });
    if (moved?.halted != null) {
      throw new ChainStoppedError(this.network, moved.halted);
    }
    return moved;
  }

  /** Reads and stores the next blocks. A range that a source refuses is halved. */
  async #read(
    source: EvmSource,
    state: ChainRow,
    { head, rescanBlocks }: { readonly head: number; readonly rescanBlocks: number },
  ): Promise<ChainRow | undefined> {
    const { tokens, maxBlocks } = this.#settings;
    // A single large block is read alone.
    const rescanned = Math.min(rescanBlocks, Math.floor(this.#blocks / 2));
    const known = await selectBlocks(
      this.#context.db.kysely,
      this.#chainId,
      state.scanned_to - BigInt(Math.max(0, rescanned - 1)),
    );
    const [tip] = known;
    if (tip?.number !== state.scanned_to) {
      // Another server has gone back meanwhile.
      return undefined;
    }
    const again = new Map(
      (rescanned === 0 ? [] : known).map((block) => [Number(block.number), block.hash]),
    );
    const number = Number(tip.number);
    const to = Math.min(head, number + this.#blocks - rescanned);
    try {
      const contracts = new Set(tokens.map(({ contract }) => contract));
      const asked = { contracts, tip: { number, hash: tip.hash }, again, to };
      const span = await readSpan(source, asked);
      await requireWhole(this.#context, source, { chainId: this.#chainId, contracts, span });
      const grown = this.#isNearLimit ? this.#blocks + 1 : this.#blocks * 2;
      this.#blocks = Math.min(maxBlocks, grown);
      return await storeSpan(this.#context, this.#settings, { state, span, head });
    } catch (error) {
      if (error instanceof RpcError && OF_SIZE.has(error.fault) && this.#blocks > 1) {
        this.#blocks = Math.max(1, Math.floor(this.#blocks / 2));
        this.#isNearLimit = true;
        return state;
      }
      throw error;
    }
  }

  /** Reads which blocks the chain calls safe or finalized, if a tier depends on it. */
  async #readTags(source: EvmSource, state: ChainRow, head: number): Promise<void> {
    const tags = new Set(this.#settings.tiers.flatMap(({ tag }) => tag ?? []));
    const change: { safe_to?: bigint; finalized_to?: bigint } = {};
    for (const tag of tags) {
      const number = await source.tagged(tag);
      if (number !== undefined && number > head) {
        throw new RpcError("inconsistent", `${source.label}: a ${tag} block is above its newest`);
      }
      if (number !== undefined) {
        change[`${tag}_to`] = BigInt(number);
      }
    }
    const isNew =
      (change.safe_to ?? state.safe_to) !== state.safe_to ||
      (change.finalized_to ?? state.finalized_to) !== state.finalized_to;
    if (isNew) {
      await updateChain(this.#context.db.kysely, this.#chainId, change);
    }
  }
}
