import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { tronAddress } from "../../adapters/chain/deposit-address.ts";

/** The contract of USDT on TRON's main network, as nodes write it in logs. */
export const USDT_HEX = "a614f803b6fd780986a42c78ec9c7f77e6ded13c";
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const SENDER_HEX = "5e".repeat(20);
/** TRON's first block, whose id ends with the chain's number. */
const GENESIS = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";
/** How many of the newest blocks are not solid. */
const UNSOLID_BLOCKS = 19;
const BLOCK_MS = 3_000;
const FIRST_HEIGHT = 60_000_000;
const base58check = createBase58check(sha256);

/** A transfer of a transaction. */
interface Transfer {
  /** The recipient, in TRON's spelling. */
  readonly to: string;
  readonly amountRaw: bigint;
  /** The contract's 20 bytes in hex; by default, that of USDT. */
  readonly contract?: string;
}

/** A transaction in a block. */
interface GridTransaction {
  readonly id: string;
  readonly block: number;
  readonly timestamp: number;
  readonly isFailed: boolean;
  readonly transfers: readonly Transfer[];
}

/** Changes an answer before it is sent. */
type Alter = (answer: unknown, path: string) => unknown;

/**
 * A server of TronGrid's API on loopback, whose answers have the shapes of its documentation: the
 * transfers of an account (developers.tron.network, "Get TRC20 transaction info by account
 * address"), and the calls getblock, gettransactioninfobyid and triggerconstantcontract of a node.
 * They are written from that documentation, and were not recorded.
 */
export class TronGrid {
  /** How many transfers a page lists. */
  pageSize = 200;
  /** Answers every request in its own way, instead of the server. */
  respond: ((response: ServerResponse) => void) | undefined;
  /** An account that the server fails to list. */
  failsAbout: string | undefined;
  /** The API key of each request, and its path. */
  readonly requests: { readonly key: string | undefined; readonly path: string }[] = [];
  #alter: Alter = (answer) => answer;
  readonly #server: Server;
  #height = FIRST_HEIGHT;
  readonly #transactions: GridTransaction[] = [];
  readonly #startedAt: number;

  /** @param startedAt the time of the newest block at first, in milliseconds */
  constructor(startedAt: number) {
    this.#startedAt = startedAt;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(0, "127.0.0.1", resolve);
    await promise;
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  set alter(alter: Alter) {
    this.#alter = alter;
  }

  /** Makes the server answer as its chain is. */
  beHonest(): void {
    this.#alter = (answer) => answer;
    this.respond = undefined;
    this.failsAbout = undefined;
  }

  /** Makes another server answer from the same chain. */
  follow(other: TronGrid): void {
    this.#height = other.#height;
    this.#transactions.splice(0, this.#transactions.length, ...other.#transactions);
  }

  get height(): number {
    return this.#height;
  }

  mine(blocks = 1): void {
    this.#height += blocks;
  }

  /** Adds a transaction in a new block. */
  send(transfers: readonly Transfer[], { isFailed = false } = {}): GridTransaction {
    this.mine();
    const id = (this.#transactions.length + 1).toString(16).padStart(64, "c0ffee");
    const timestamp = this.#timeOf(this.#height);
    const transaction = { id, block: this.#height, timestamp, isFailed, transfers };
    this.#transactions.push(transaction);
    return transaction;
  }

  #timeOf(block: number): number {
    return this.#startedAt + (block - FIRST_HEIGHT) * BLOCK_MS;
  }

  get #solid(): number {
    return this.#height - UNSOLID_BLOCKS;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const url = new URL(request.url ?? "", "http://loopback");
    const key = request.headers["tron-pro-api-key"];
    this.requests.push({ key: key?.toString(), path: url.pathname });
    if (this.respond !== undefined) {
      this.respond(response);
      return;
    }
    if (this.failsAbout !== undefined && url.pathname.includes(this.failsAbout)) {
      response.writeHead(500).end();
      return;
    }
    const text = Buffer.concat(chunks).toString();
    const answer = this.#read(url, text === "" ? {} : JSON.parse(text));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(this.#alter(answer, url.pathname)));
  }

  #read({ pathname, searchParams }: URL, body: Record<string, unknown>): unknown {
    const account = /^\/v1\/accounts\/(\w+)\/transactions\/trc20$/.exec(pathname)?.[1];
    if (account !== undefined) {
      return this.#transfers(account, searchParams);
    }
    switch (pathname) {
      case "/wallet/getblock":
        return this.#block(this.#height);
      case "/walletsolidity/getblock":
        return this.#block(body.id_or_num === undefined ? this.#solid : Number(body.id_or_num));
      case "/walletsolidity/gettransactioninfobyid":
        return this.#info(String(body.value));
      case "/walletsolidity/triggerconstantcontract":
        return {
          result: { result: true },
          energy_used: 436,
          constant_result: ["6".padStart(64, "0")],
          transaction: { ret: [{}], visible: true },
        };
      default:
        return { Error: "no such call" };
    }
  }

  #blockId(number: number): string {
    return number === 0 ? GENESIS : `${number.toString(16).padStart(16, "0")}${"b".repeat(48)}`;
  }

  #block(number: number): unknown {
    // A number that is zero is left out.
    const own = number === 0 ? {} : { number };
    return {
      blockID: this.#blockId(number),
      block_header: {
        raw_data: {
          ...own,
          txTrieRoot: "0".repeat(64),
          witness_address: `41${"1".repeat(40)}`,
          parentHash: this.#blockId(Math.max(0, number - 1)),
          version: 31,
          timestamp: this.#timeOf(number),
        },
        witness_signature: "0".repeat(130),
      },
    };
  }

  #info(id: string): unknown {
    const found = this.#transactions.find((one) => one.id === id && one.block <= this.#solid);
    if (found === undefined) {
      return {};
    }
    const { block, timestamp, isFailed, transfers } = found;
    const logs = transfers.map(({ to, amountRaw, contract = USDT_HEX }) => ({
      address: contract,
      topics: [TRANSFER, SENDER_HEX.padStart(64, "0"), accountOf(to).padStart(64, "0")],
      data: amountRaw.toString(16).padStart(64, "0"),
    }));
    return {
      id,
      fee: 345_000,
      blockNumber: block,
      blockTimeStamp: timestamp,
      contractResult: [isFailed ? "" : "1".padStart(64, "0")],
      contract_address: `41${USDT_HEX}`,
      receipt: {
        energy_usage: 13_045,
        energy_usage_total: 13_045,
        net_fee: 345_000,
        result: isFailed ? "OUT_OF_ENERGY" : "SUCCESS",
      },
      ...(isFailed ? { result: "FAILED" } : { log: logs }),
    };
  }

  #transfers(account: string, query: URLSearchParams): unknown {
    const from = Number(query.get("min_timestamp") ?? 0);
    const rows = this.#transactions
      .filter(({ block, timestamp }) => block <= this.#solid && timestamp >= from)
      .flatMap(({ transfers, ...one }) => transfers.map((transfer) => ({ ...one, ...transfer })))
      .filter(({ to, contract = USDT_HEX }) => to === account && contract === USDT_HEX);
    const start = Number(query.get("fingerprint")?.replace("page", "")) || 0;
    const page = rows.slice(start, start + this.pageSize);
    const next = start + this.pageSize < rows.length ? `page${start + this.pageSize}` : undefined;
    return {
      data: page.map(({ id, timestamp, to, amountRaw }) => ({
        transaction_id: id,
        token_info: {
          symbol: "USDT",
          address: tronAddress(Buffer.from(USDT_HEX, "hex")),
          decimals: 6,
          name: "Tether USD",
        },
        block_timestamp: timestamp,
        from: tronAddress(Buffer.from(SENDER_HEX, "hex")),
        to,
        type: "Transfer",
        value: amountRaw.toString(),
      })),
      success: true,
      meta: {
        at: timestampOf(page.at(-1)),
        page_size: page.length,
        ...(next !== undefined && { fingerprint: next, links: { next: `…&fingerprint=${next}` } }),
      },
    };
  }
}

function timestampOf(row: { readonly timestamp: number } | undefined): number {
  return row?.timestamp ?? 0;
}

/** Returns the 20 bytes of an address in hex. */
function accountOf(address: string): string {
  const bytes = base58check.decode(address);
  return Buffer.from(bytes.slice(1)).toString("hex");
}
