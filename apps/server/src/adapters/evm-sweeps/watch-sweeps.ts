import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { logsAnswer, maybeBlockAnswer } from "../evm/evm-answers.ts";
import { createEvmRpc, type EvmRpc } from "../evm/evm-rpc.ts";
import { TRANSFER_TOPIC } from "../evm/evm-source.ts";
import { RpcError } from "../evm/rpc-error.ts";
import { readTransferLog, type TransferLog } from "../evm/transfer-logs.ts";
import {
  selectDepositAddresses,
  selectFirstTransfer,
  selectProgress,
  storeSweeps,
} from "./evm-sweeps.repository.ts";

/** How many ranges of blocks one run reads, so that it ends. */
const MAX_RANGES = 50;

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function topicOf(address: string): string {
  return `0x${address.slice(2).padStart(64, "0")}`;
}

/** Returns the wallets on a chain to which deposit addresses are emptied. */
export function walletsOf(
  { config: { payout } }: Pick<AppContext, "config">,
  { chainId, coldWallet }: EvmChainSettings,
): { readonly hot: string | undefined; readonly cold: string | undefined } {
  const isPaidFrom = payout.provider === "evm" && payout.chains.some((c) => c.chainId === chainId);
  return { hot: isPaidFrom ? payout.wallet : undefined, cold: coldWallet };
}

interface Asked {
  readonly chain: EvmChainSettings;
  readonly wallets: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Reads from one server which transfers of the chain's tokens reached a wallet. */
async function arrivalsAt(
  rpc: EvmRpc,
  { chain, wallets, from, to }: Asked,
): Promise<TransferLog[]> {
  const contracts = chain.tokens.map(({ contract }) => contract);
  const filter = {
    address: contracts,
    topics: [TRANSFER_TOPIC, null, wallets.map(topicOf)],
    ...{ fromBlock: hex(from), toBlock: hex(to) },
  };
  const logs = await rpc.call({ method: "eth_getLogs", params: [filter] }, logsAnswer);
  return logs.flatMap((log) => {
    const transfer = contracts.includes(log.address) && readTransferLog(log, log.address);
    const isAsked = log.blockNumber >= from && log.blockNumber <= to;
    if (transfer === false || transfer === undefined || !isAsked) {
      throw new RpcError("inconsistent", `${rpc.label} returned a log that was not asked for`);
    }
    return wallets.includes(transfer.address) && transfer.amountRaw > 0n ? [transfer] : [];
  });
}

function identityOf({ transactionHash, logIndex, ...transfer }: TransferLog): string {
  const { blockHash, contract, sender, address, amountRaw } = transfer;
  return [transactionHash, logIndex, blockHash, contract, sender, address, amountRaw].join(" ");
}

/** Returns what the first server says, if the second one, if there is one, says the same. */
async function agreedArrivals(sources: readonly EvmRpc[], asked: Asked): Promise<TransferLog[]> {
  const [first = [], second] = await Promise.all(
    sources.slice(0, 2).map((rpc) => arrivalsAt(rpc, asked)),
  );
  const names = new Set(first.map(identityOf));
  const isSame =
    second === undefined ||
    (second.length === first.length && second.every((one) => names.has(identityOf(one))));
  if (!isSame) {
    throw new RpcError("sources_disagree", `the sources disagree on ${asked.chain.network}`);
  }
  return first;
}

/** Returns the newest block that no server takes back; undefined if one names none. */
async function finalBlock(sources: readonly EvmRpc[]): Promise<number | undefined> {
  const call = { method: "eth_getBlockByNumber", params: ["finalized", false] };
  const blocks = await Promise.all(sources.map((rpc) => rpc.call(call, maybeBlockAnswer)));
  const numbers = blocks.flatMap((block) => block?.number ?? []);
  return numbers.length < blocks.length ? undefined : Math.min(...numbers);
}

/** Reads a range of blocks, and stores what left deposit addresses for a wallet in it. */
async function readRange(
  { db, clock }: AppContext,
  sources: readonly EvmRpc[],
  asked: Asked,
): Promise<number> {
  const arrivals = await agreedArrivals(sources, asked);
  const senders = [...new Set(arrivals.map(({ sender }) => sender))];
  const own = await selectDepositAddresses(db.kysely, senders);
  const chainId = BigInt(asked.chain.chainId);
  const now = clock.now();
  const sweeps = arrivals
    .filter(({ sender }) => own.has(sender))
    .map((transfer) => ({
      chain_id: chainId,
      transaction_hash: transfer.transactionHash,
      log_index: transfer.logIndex,
      block_number: BigInt(transfer.blockNumber),
      contract: transfer.contract,
      address: transfer.sender,
      destination: transfer.address,
      amount_raw: transfer.amountRaw.toString(),
      seen_at: now,
    }));
  const progress = { chain_id: chainId, read_to: BigInt(asked.to), read_at: now };
  await inTransaction(db, (tx) => storeSweeps(tx, sweeps, progress));
  return sweeps.length;
}

/**
 * Records which tokens were moved from deposit addresses to the hot or cold wallet. Reads final
 * blocks only, each of which is read once.
 *
 * @returns how many transfers were recorded
 * @throws RpcError if the chain cannot be read, or two servers disagree
 */
export async function watchSweeps(context: AppContext, chain: EvmChainSettings): Promise<number> {
  const { hot, cold } = walletsOf(context, chain);
  const wallets = [hot, cold].filter((one) => one !== undefined);
  const { kysely } = context.db;
  const chainId = BigInt(chain.chainId);
  const readTo = await selectProgress(kysely, chainId);
  const first = readTo === undefined ? await selectFirstTransfer(kysely, chainId) : readTo + 1;
  if (wallets.length === 0 || first === undefined) {
    return 0;
  }
  const sources = chain.rpcUrls.map((url, place) => {
    const label = `${chain.network} sweeps source ${place + 1}`;
    return createEvmRpc({ url, label, batchSize: chain.batchSize });
  });
  const last = (await finalBlock(sources.slice(0, 2))) ?? -1;
  let recorded = 0;
  let from = first;
  for (let range = 0; range < MAX_RANGES && from <= last; range += 1) {
    const to = Math.min(last, from + chain.maxBlocks - 1);
    recorded += await readRange(context, sources, { chain, wallets, from, to });
    from = to + 1;
  }
  return recorded;
}
