import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { EvmBlock, EvmLog, EvmReceipt } from "../../adapters/evm/evm-answers.ts";
import type { FakeChain } from "./fake-chain.ts";

/** An answer's object, as it is on the wire. */
export type Wire = Record<string, unknown>;

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface LogFilter {
  readonly address?: string | readonly string[];
  readonly topics: readonly [string, null?, (readonly string[])?];
  readonly fromBlock: string;
  readonly toBlock: string;
}

const hex = (value: number) => `0x${value.toString(16)}`;

function wireBlock({ number, hash, parentHash }: EvmBlock): Wire {
  return { number: hex(number), hash, parentHash };
}

function wireLog({ blockNumber, logIndex, ...log }: EvmLog): Wire {
  return { ...log, blockNumber: hex(blockNumber), logIndex: hex(logIndex) };
}

function wireReceipt({ blockNumber, logs, ...receipt }: EvmReceipt): Wire {
  return { ...receipt, blockNumber: hex(blockNumber), logs: logs.map(wireLog) };
}

/** A server of Ethereum's JSON-RPC API on loopback that reads a fake chain, and lies on request. */
export class RpcServer {
  /** Changes the result of a call. */
  alter: (result: unknown, request: Request) => unknown;
  /** Answers every request in its own way, instead of the server. */
  respond: ((response: ServerResponse) => void) | undefined;
  /** What `decimals()` returns. */
  readonly #decimals: number;
  readonly #chain: FakeChain;
  readonly #chainId: number;
  readonly #server: Server;

  constructor(chain: FakeChain, { chainId = 1337, decimals = 6 } = {}) {
    this.#chain = chain;
    this.#chainId = chainId;
    this.#decimals = decimals;
    this.alter = (result) => result;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Starts to listen. Returns the server's address. */
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

  /** Makes the server answer as its chain is. */
  beHonest(): void {
    this.alter = (result) => result;
    this.respond = undefined;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    if (this.respond !== undefined) {
      this.respond(response);
      return;
    }
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Request | readonly Request[];
    const answers = [asked].flat().map((one) => {
      const result = this.alter(this.#read(one), one);
      return { jsonrpc: "2.0", id: one.id, result };
    });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
  }

  #read({ method, params: [first] }: Request): unknown {
    switch (method) {
      case "eth_chainId":
        return hex(this.#chainId);
      case "eth_call":
        return `0x${this.#decimals.toString(16).padStart(64, "0")}`;
      case "eth_getBlockByNumber": {
        const number = first === "latest" ? this.#chain.height : Number(first);
        const block = this.#chain.block(number);
        return block === undefined ? null : wireBlock(block);
      }
      case "eth_getLogs":
        return this.#logs(first as LogFilter).map(wireLog);
      case "eth_getTransactionReceipt": {
        const receipt = this.#chain.receipt(String(first));
        return receipt === undefined ? null : wireReceipt(receipt);
      }
      default:
        throw new Error(`the server knows no ${method}`);
    }
  }

  #logs({ address, topics, fromBlock, toBlock }: LogFilter): EvmLog[] {
    const contracts = address === undefined ? undefined : new Set([address].flat());
    const recipients = topics[2] === undefined ? undefined : new Set(topics[2]);
    const logs: EvmLog[] = [];
    for (let number = Number(fromBlock); number <= Number(toBlock); number += 1) {
      const block = this.#chain.block(number);
      logs.push(...(block === undefined ? [] : this.#chain.logs(block)));
    }
    return logs.filter(
      (log) =>
        (contracts === undefined || contracts.has(log.address)) &&
        (recipients === undefined || recipients.has(log.topics[2] ?? "")),
    );
  }
}
