import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { RpcFault } from "../../adapters/evm/rpc-error.ts";
import type { RpcServer, Wire } from "./rpc-server.ts";

type Alter = RpcServer["alter"];
type Change = (given: Wire) => unknown;

/** A lie: the fault that it must be counted as, and what the server does. */
type RpcLie = readonly [
  says: string,
  fault: RpcFault,
  lie:
    | { readonly alter: Alter }
    | { readonly respond: (response: ServerResponse) => void; readonly isEndless?: boolean },
];

const UNKNOWN_HASH = `0x${"ab".repeat(32)}`;
const WORD_OF_ONES = `0x${"f".repeat(64)}`;
/** More than the 8 MB that an answer may have. */
const TEN_MEGABYTES = "x".repeat(10 * 1024 * 1024);
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024, "x"));
const DRIP_MS = 20;

/** Changes the newest block. */
function head(change: Change): { readonly alter: Alter } {
  return {
    alter: (result, { method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "latest" ? change(result as Wire) : result,
  };
}

/** Changes the blocks that are asked for by their number, from the newest known one on. */
function newBlocks(change: Change): { readonly alter: Alter } {
  let lowest: number | undefined;
  return {
    alter(result, { method, params: [tag] }) {
      if (method !== "eth_getBlockByNumber" || tag === "latest") {
        return result;
      }
      // The first one that is asked for was read before, and is right.
      lowest ??= Number(tag);
      return Number(tag) > lowest ? change(result as Wire) : result;
    },
  };
}

/** Changes the logs, of which the last one is that of the new payment. */
function logs(change: (logs: readonly Wire[]) => unknown): { readonly alter: Alter } {
  return {
    alter: (result, { method }) =>
      method === "eth_getLogs" ? change(result as readonly Wire[]) : result,
  };
}

/** Changes the log of the new payment. */
function lastLog(change: Change): { readonly alter: Alter } {
  return logs((all) => [...all.slice(0, -1), change(all.at(-1) ?? {})]);
}

function receipt(change: Change): { readonly alter: Alter } {
  return {
    alter: (result, { method }) =>
      method === "eth_getTransactionReceipt" ? change(result as Wire) : result,
  };
}

/** Changes the logs of blocks and those of receipts alike. */
function everyLog(change: Change): { readonly alter: Alter } {
  const [inBlocks, inReceipts] = [
    logs((all) => all.map(change)),
    receipt((one) => ({ ...one, logs: logsOf(one).map(change) })),
  ];
  return { alter: (result, request) => inReceipts.alter(inBlocks.alter(result, request), request) };
}

function logsOf(given: Wire): readonly Wire[] {
  return given.logs as readonly Wire[];
}

/** Answers with a text, whatever was asked. */
function text(body: string, status = 200) {
  return {
    respond: (response: ServerResponse) => void response.writeHead(status).end(body),
  };
}

/** Sends a byte now and then, and never ends. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), DRIP_MS);
  response.on("close", () => clearInterval(timer));
}

const OF_THE_CONNECTION: readonly RpcLie[] = [
  ["answers in HTML", "invalid", text("<html><body>Too many requests</body></html>")],
  ["answers nothing", "invalid", text("")],
  ["answers half of a text", "invalid", text('{"jsonrpc":"2.0","id":1,"result":')],
  ["nests a million lists", "invalid", text("[".repeat(1_000_000))],
  ["sends 10 MB", "too_large", text(`"${TEN_MEGABYTES}"`)],
  [
    "sends 64 MB in 64 kB",
    "too_large",
    {
      respond: (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB),
    },
  ],
  ["sends a byte now and then", "unreachable", { respond: drip, isEndless: true }],
  [
    "sends elsewhere",
    "unreachable",
    { respond: (response) => void response.writeHead(307, { location: "/other" }).end() },
  ],
  [
    "ends the connection",
    "unreachable",
    { respond: (response) => void response.socket?.destroy() },
  ],
  ["refuses", "unreachable", text("{}", 429)],
];

const OF_BLOCKS: readonly RpcLie[] = [
  ["has no newest block", "invalid", head(() => null)],
  ["has an older newest block", "older_head", head((block) => ({ ...block, number: "0x1" }))],
  ["names a negative height", "invalid", head((block) => ({ ...block, number: "-0x9" }))],
  ["names a height without digits", "invalid", head((block) => ({ ...block, number: "0x" }))],
  ["names a height with zeros", "invalid", head((block) => ({ ...block, number: "0x0009" }))],
  ["names a height in decimals", "invalid", head((block) => ({ ...block, number: 9 }))],
  ["names a height of 256 bits", "invalid", head((block) => ({ ...block, number: WORD_OF_ONES }))],
  ["has a newest block without a hash", "invalid", head((block) => ({ ...block, hash: null }))],
  [
    "names a height that it does not have",
    "inconsistent",
    head((block) => ({ ...block, number: "0xffff" })),
  ],
  ["leaves out a block", "inconsistent", newBlocks(() => null)],
  [
    "answers with another block",
    "inconsistent",
    newBlocks((block) => ({ ...block, number: "0x1" })),
  ],
  ["skips a block", "inconsistent", newBlocks((block) => ({ ...block, parentHash: UNKNOWN_HASH }))],
];

const OF_LOGS: readonly RpcLie[] = [
  ["has no list of logs", "invalid", logs(() => null)],
  ["repeats a log", "inconsistent", logs((all) => [...all, all.at(-1)])],
  [
    "repeats a log under another index",
    "inconsistent",
    logs((all) => [...all, { ...all.at(-1), logIndex: "0x4d" }]),
  ],
  [
    "gives a log an index that no block has",
    "invalid",
    lastLog((log) => ({ ...log, logIndex: "0xffffffff" })),
  ],
  ["reports a removed log", "inconsistent", lastLog((log) => ({ ...log, removed: true }))],
  [
    "reports a log of a later block",
    "inconsistent",
    lastLog((log) => ({ ...log, blockNumber: "0xffff" })),
  ],
  [
    "reports a log of another block",
    "inconsistent",
    lastLog((log) => ({ ...log, blockHash: UNKNOWN_HASH })),
  ],
  [
    "reports another contract",
    "inconsistent",
    lastLog((log) => ({ ...log, address: `0x${"cd".repeat(20)}` })),
  ],
  [
    "names another transaction",
    "inconsistent",
    lastLog((log) => ({ ...log, transactionHash: UNKNOWN_HASH })),
  ],
  ["cuts off an amount", "inconsistent", lastLog((log) => ({ ...log, data: "0x" }))],
  ["sends half a byte", "inconsistent", lastLog((log) => ({ ...log, data: "0x1dcd650" }))],
  ["sends a negative amount", "invalid", lastLog((log) => ({ ...log, data: "-0x1dcd6500" }))],
  [
    "sends two amounts",
    "inconsistent",
    lastLog((log) => ({ ...log, data: `${String(log.data)}${"0".repeat(64)}` })),
  ],
  ["sends the largest amount", "inconsistent", lastLog((log) => ({ ...log, data: WORD_OF_ONES }))],
  [
    "leaves out the recipient",
    "inconsistent",
    lastLog((log) => ({ ...log, topics: (log.topics as string[]).slice(0, 2) })),
  ],
  [
    "sends a recipient of more than 20 bytes",
    "inconsistent",
    lastLog((log) => {
      const [event, from, to] = log.topics as string[];
      return { ...log, topics: [event, from, `0xff${to?.slice(4)}`] };
    }),
  ],
];

const OF_RECEIPTS: readonly RpcLie[] = [
  ["has no receipt", "inconsistent", receipt(() => null)],
  [
    "answers with another receipt",
    "inconsistent",
    receipt((one) => ({ ...one, transactionHash: UNKNOWN_HASH })),
  ],
  [
    "has a receipt of another block",
    "inconsistent",
    receipt((one) => ({
      ...one,
      blockHash: UNKNOWN_HASH,
      logs: logsOf(one).map((log) => ({ ...log, blockHash: UNKNOWN_HASH })),
    })),
  ],
  ["has a receipt without logs", "inconsistent", receipt((one) => ({ ...one, logs: [] }))],
  [
    "has a receipt with another amount",
    "inconsistent",
    receipt((one) => ({
      ...one,
      logs: logsOf(one).map((log) => ({ ...log, data: WORD_OF_ONES })),
    })),
  ],
  [
    "has a receipt with one more log",
    "inconsistent",
    receipt((one) => ({ ...one, logs: [...logsOf(one), { ...logsOf(one)[0], logIndex: "0x4d" }] })),
  ],
  [
    "gives a log an index that no block has, in its receipt, too",
    "invalid",
    everyLog((log) => ({ ...log, logIndex: "0xffffffff" })),
  ],
  ["has a receipt without a status", "invalid", receipt((one) => ({ ...one, status: undefined }))],
];

/** What an RPC server may answer to a server that has read its chain so far. */
export const RPC_LIES: readonly RpcLie[] = [
  ...OF_THE_CONNECTION,
  ...OF_BLOCKS,
  ...OF_LOGS,
  ...OF_RECEIPTS,
];
