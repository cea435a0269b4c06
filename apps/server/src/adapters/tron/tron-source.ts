import type { TronSettings } from "../../platform/config/tron-settings.ts";
import { tronAddress } from "../chain/deposit-address.ts";
import type { EvmReceipt } from "../evm/evm-answers.ts";
import type { ReceiptSource } from "../evm/evm-source.ts";
import { RpcError } from "../evm/rpc-error.ts";
import {
  blockAnswer,
  constantAnswer,
  type TransactionInfo,
  transactionInfoAnswer,
  transfersAnswer,
} from "./tron-answers.ts";
import type { TronClient } from "./tron-client.ts";

const NEWEST_BLOCK = "/wallet/getblock";
const SOLID_BLOCK = "/walletsolidity/getblock";
const PAGE_SIZE = 200;
/** More transfers than anybody pays for to keep one address busy for ten minutes. */
const MOST_PAGES = 20;

/** A block's number, and its id as a hash. */
interface TronBlock {
  readonly number: number;
  readonly hash: string;
}

/** A transaction that transfers the token to an address. */
export interface ListedTransaction {
  readonly hash: string;
  /** The time of its block, in milliseconds. */
  readonly timestamp: number;
}

/** What is asked of one server of TronGrid's API. Every method throws RpcErrors. */
export interface TronSource extends ReceiptSource {
  /** Returns the newest block; `solid` is the newest one that cannot be replaced any more. */
  head(kind: "newest" | "solid"): Promise<TronBlock>;
  /** Lists the solid transactions that pay an address from a time on, oldest first. */
  paymentsTo(address: string, fromMs: number): Promise<readonly ListedTransaction[]>;
}

type Known = Extract<TransactionInfo, { id: string }>;

function isKnown(info: TransactionInfo): info is Known {
  return "id" in info;
}

/** Returns the address of 20 bytes in hex, as TRON spells it. */
function spelled(hex: string): string {
  return tronAddress(Buffer.from(hex.replace(/^0x/, ""), "hex"));
}

/**
 * Reads a block.
 *
 * @param number the newest one if absent
 */
async function readBlock(client: TronClient, path: string, number?: number): Promise<TronBlock> {
  const { label } = client;
  const body = { detail: false, ...(number !== undefined && { id_or_num: String(number) }) };
  const { blockID, block_header: header } = await client.call({ path, body }, blockAnswer);
  // A number is left out if it is zero.
  const own = header.raw_data.number ?? 0;
  if (number !== undefined && own !== number) {
    throw new RpcError("inconsistent", `${label} returned another block than asked for`);
  }
  // The first block's id is no number and rest: the chain's number is at its end.
  if (own !== 0 && Number.parseInt(blockID.slice(0, 16), 16) !== own) {
    throw new RpcError("inconsistent", `${label}: a block's id does not contain its number`);
  }
  return { number: own, hash: `0x${blockID}` };
}

/** Converts what a transaction did to the receipt of an EVM chain. */
function receiptOf({ id, blockNumber, receipt, result, log = [] }: Known, blockHash: string) {
  const isDone = result === undefined && receipt.result === "SUCCESS";
  const at = { blockNumber, blockHash, transactionHash: id };
  // A log's index counts within its transaction: TRON has no other.
  const logs = log.map(({ address, topics = [], data = "" }, logIndex) => ({
    ...{ ...at, logIndex, address: `0x${address}`, data: `0x${data}` },
    topics: topics.map((topic) => `0x${topic}`),
  }));
  return { ...at, status: isDone ? "0x1" : "0x0", logs } satisfies EvmReceipt;
}

/** Reads what a solid transaction did; undefined if the node knows none. */
async function readReceipt(client: TronClient, hash: string): Promise<EvmReceipt | undefined> {
  const path = "/walletsolidity/gettransactioninfobyid";
  const info = await client.call({ path, body: { value: hash } }, transactionInfoAnswer);
  if (!isKnown(info)) {
    return undefined;
  }
  if (info.id !== hash) {
    const message = `${client.label} returned another transaction than asked for`;
    throw new RpcError("inconsistent", message);
  }
  return receiptOf(info, (await readBlock(client, SOLID_BLOCK, info.blockNumber)).hash);
}

/** Lists the solid transactions that pay an address, page by page. */
async function listPayments(
  client: TronClient,
  contract: string,
  { address, fromMs }: { readonly address: string; readonly fromMs: number },
): Promise<ListedTransaction[]> {
  const listed: ListedTransaction[] = [];
  const query = new URLSearchParams({
    only_confirmed: "true",
    only_to: "true",
    contract_address: spelled(contract),
    min_timestamp: String(fromMs),
    order_by: "block_timestamp,asc",
    limit: String(PAGE_SIZE),
  });
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `/v1/accounts/${spelled(address)}/transactions/trc20?${query}`;
    const { data, meta } = await client.call({ path }, transfersAnswer);
    for (const { transaction_id: hash, block_timestamp: timestamp } of data) {
      listed.push({ hash, timestamp });
    }
    if (meta.fingerprint === undefined || data.length === 0) {
      break;
    }
    if (meta.fingerprint === query.get("fingerprint")) {
      throw new RpcError("inconsistent", `${client.label} named the same page again`);
    }
    query.set("fingerprint", meta.fingerprint);
  }
  return listed;
}

/** Reads the decimals of the token; undefined if there is no such contract. */
async function readDecimals(client: TronClient, contract: string): Promise<bigint | undefined> {
  const address = spelled(contract);
  const body = {
    ...{ owner_address: address, contract_address: address, visible: true },
    function_selector: "decimals()",
  };
  const path = "/walletsolidity/triggerconstantcontract";
  const { constant_result: [word = ""] = [] } = await client.call({ path, body }, constantAnswer);
  return /^[0-9a-f]{64}$/.test(word) ? BigInt(`0x${word}`) : undefined;
}

/** Creates a source that asks one server. Only solid blocks are read for payments. */
export function createTronSource(
  { chainId, tokens }: Pick<TronSettings, "chainId" | "tokens">,
  client: TronClient,
): TronSource {
  const { label } = client;
  const [token] = tokens;
  if (token === undefined) {
    throw new RangeError("no token is configured for TRON");
  }
  return {
    label,
    async check() {
      const first = await readBlock(client, SOLID_BLOCK, 0);
      const given = Number.parseInt(first.hash.slice(-8), 16);
      if (given !== chainId) {
        throw new RpcError("wrong_chain", `${label} serves chain ${given}, not ${chainId}`);
      }
      const own = await readDecimals(client, token.contract);
      if (own !== BigInt(token.decimals)) {
        const message = `${label}: decimals of USDT: ${own ?? "none"}, not ${token.decimals}`;
        throw new RpcError("wrong_token", message);
      }
    },
    head: (kind) => readBlock(client, kind === "solid" ? SOLID_BLOCK : NEWEST_BLOCK),
    async tagged() {
      return (await readBlock(client, SOLID_BLOCK)).number;
    },
    paymentsTo: (address, fromMs) => listPayments(client, token.contract, { address, fromMs }),
    async receipts(hashes) {
      const receipts: (EvmReceipt | undefined)[] = [];
      for (const hash of hashes) {
        receipts.push(await readReceipt(client, hash));
      }
      return receipts;
    },
  };
}
