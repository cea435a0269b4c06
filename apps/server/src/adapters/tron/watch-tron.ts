import { randomUUID } from "node:crypto";
import type { TronSettings } from "../../platform/config/tron-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { type DueAddress, selectDueAddresses, setDue } from "../evm/evm-addresses.repository.ts";
import {
  type ChainRow,
  insertChain,
  leaseChain,
  lockChain,
  selectChain,
  updateChain,
} from "../evm/evm-chains.repository.ts";
import { followFirst, noteFault } from "../evm/follow-first-source.ts";
import { RpcError } from "../evm/rpc-error.ts";
import { verifyTransfers } from "../evm/verify-transfers.ts";
import type { ChainWatcher } from "../evm/watch-chain.ts";
import { readPayments } from "./read-payments.ts";
import type { TronSource } from "./tron-source.ts";

const LEASE_SECONDS = 30;
/** How often the chain is read: TronGrid limits the calls of a day. */
const EVERY_MS = 10_000;
/** How many addresses are listed in one run. */
const MOST_ADDRESSES = 50;
/** After how many addresses in a row without any answer a server counts as down. */
const MOST_UNREACHABLE = 3;
/** How long one run lists addresses, in milliseconds. The rest follows in the next. */
const LONGEST_RUN_MS = 10_000;
/** How long a source that was checked is not checked again, in milliseconds. */
const CHECKED_MS = 600_000;

interface WatchOptions {
  /** The servers, the preferred one first. */
  readonly sources: readonly TronSource[];
  readonly leaseSeconds?: number;
}

/** Returns the higher of two heights. */
function higher(known: bigint | null, height: number): bigint {
  return known === null || known < BigInt(height) ? BigInt(height) : known;
}

/**
 * Reads the newest block, and the newest one that is solid, and stores both. A block that is solid
 * cannot be replaced, so the chain is never reorganized below it.
 *
 * @returns the chain as it is then; undefined if another server has just changed it
 * @throws RpcError `older_head` if the source lacks a block that was solid before
 */
async function readHeights(
  { db, clock }: AppContext,
  { chainId: id, network }: TronSettings,
  source: TronSource,
): Promise<ChainRow | undefined> {
  const chainId = BigInt(id);
  const [newest, solid] = [await source.head("newest"), await source.head("solid")];
  if (solid.number > newest.number) {
    throw new RpcError("inconsistent", `${source.label}: a solid block is above its newest`);
  }
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const head = BigInt(newest.number);
    const started = { scanned_to: head, head, advanced_at: at };
    await insertChain(tx, { chain_id: chainId, network, ...started });
    const state = await selectChain(tx, chainId);
    if (state === undefined || !(await lockChain(tx, state))) {
      return undefined;
    }
    if (solid.number < Number(state.finalized_to ?? 0n)) {
      throw new RpcError("older_head", `${source.label} is behind what was read before`);
    }
    // Two nodes behind one address may name newest blocks in any order.
    const isNew = head > state.scanned_to;
    const change = {
      finalized_to: higher(state.finalized_to, solid.number),
      ...(isNew && started),
    };
    await updateChain(tx, chainId, change);
    return { ...state, ...change, revision: state.revision + 1n };
  });
}

/**
 * Puts an address whose answers could not be used behind all others that are due. Another server
 * can be asked about it at once.
 */
function putLast({ db, clock }: AppContext, due: DueAddress): Promise<void> {
  return setDue(db.kysely, due.address, { dueAt: clock.now() });
}

/**
 * Reads the addresses that are due. One whose answers cannot be used delays no other: it goes
 * behind them.
 *
 * @returns what was wrong with answers
 */
async function readDue(
  context: AppContext,
  settings: TronSettings,
  { source, stopping }: { readonly source: TronSource; readonly stopping: AbortSignal | undefined },
): Promise<RpcError[]> {
  const faults: RpcError[] = [];
  const asked = { now: context.clock.now(), limit: MOST_ADDRESSES };
  const endsAt = performance.now() + LONGEST_RUN_MS;
  let unreachable = 0;
  for (const due of await selectDueAddresses(context.db.kysely, asked)) {
    const isOver = performance.now() >= endsAt || unreachable === MOST_UNREACHABLE;
    if (isOver || stopping?.aborted === true) {
      break;
    }
    try {
      await readPayments(context, settings, { source, due });
      unreachable = 0;
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error;
      }
      faults.push(error);
      unreachable = error.fault === "unreachable" ? unreachable + 1 : 0;
      await putLast(context, due);
    }
  }
  return faults;
}

/**
 * Creates the watcher of TRON. Unlike an EVM chain, it is not read block by block: a server lists
 * which transactions pay an address, and what each of them did decides (docs/providers/tron.md).
 */
export function watchTron(
  context: AppContext,
  settings: TronSettings,
  { sources, leaseSeconds = LEASE_SECONDS }: WatchOptions,
): ChainWatcher {
  const { network } = settings;
  const chainId = BigInt(settings.chainId);
  const by = randomUUID();
  const checkedAt = new Map<TronSource, number>();

  async function requireSound(source: TronSource): Promise<void> {
    const last = checkedAt.get(source);
    if (last === undefined || performance.now() - last > CHECKED_MS) {
      await source.check();
      checkedAt.set(source, performance.now());
    }
  }

  async function follow(source: TronSource, stopping: AbortSignal | undefined): Promise<void> {
    await requireSound(source);
    if ((await readHeights(context, settings, source)) === undefined) {
      return;
    }
    const [first, ...more] = await readDue(context, settings, { source, stopping });
    const others = sources.filter((other) => other !== source);
    await verifyTransfers(context, settings, { source, others });
    for (const fault of more) {
      await noteFault(context, { chainId, network }, fault);
    }
    if (first !== undefined) {
      // Another server may answer what this one could not.
      throw first;
    }
  }

  return {
    network,
    everyMs: EVERY_MS,
    async advance(stopping) {
      const lease = { chainId, by, seconds: leaseSeconds };
      if (await leaseChain(context.db.kysely, lease)) {
        await followFirst(context, { chainId, network }, sources, (source) =>
          follow(source, stopping),
        );
      }
    },
  };
}
