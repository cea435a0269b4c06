import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LabBlock, LabChain } from "./lab-chain.ts";

/** How a node misbehaves. `none` is right. */
export type NodeFault =
  | { readonly what: "none" }
  | { readonly what: "dead" }
  | { readonly what: "stalled" }
  | { readonly what: "null" }
  | { readonly what: "huge" }
  /** Answers every request as the first one of its kind. */
  | { readonly what: "repeating" }
  | { readonly what: "behind"; readonly blocks: number }
  /** Leaves out or repeats some of the logs. */
  | { readonly what: "skipping" | "doubling" }
  /** Changes amounts in logs and receipts alike. */
  | { readonly what: "changing" }
  /** Is on another chain, which it made up. */
  | { readonly what: "forked"; readonly chain: LabChain };

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const SENDER = `0x${"0".repeat(24)}${"5e".repeat(20)}`;
const HUGE_BYTES = 10 * 1024 * 1024;
const LOOPBACK = "127.0.0.1";

const hex = (value: number | bigint) => `0x${value.toString(16)}`;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly transactionHash: string;
  readonly blockNumber: string;
}

/** A node of Ethereum's JSON-RPC API on loopback, written from its specification for the lab. */
export class LabNode {
  readonly #chain: LabChain;
  readonly #chainId: number;
  readonly #decimals: ReadonlyMap<string, number>;
  readonly #server: Server;
  readonly #first = new Map<string, unknown>();
  #fault: NodeFault = { what: "none" };

  constructor(chain: LabChain, chainId: number, decimals: ReadonlyMap<string, number>) {
    this.#chain = chain;
    this.#chainId = chainId;
    this.#decimals = decimals;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, LOOPBACK, resolve));
    return `http://${LOOPBACK}:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  set fault(fault: NodeFault) {
    this.#fault = fault;
    this.#first.clear();
    if (fault.what === "none" || fault.what === "dead") {
      // Ends what is stalled.
      this.#server.closeAllConnections();
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { what } = this.#fault;
    if (what === "dead") {
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
    } catch {
      // The caller gave up.
      return;
    }
    if (what === "stalled") {
      return;
    }
    response.setHeader("content-type", "application/json");
    if (what === "huge") {
      response.end(`"${"x".repeat(HUGE_BYTES)}"`);
      return;
    }
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Request | readonly Request[];
    const answers = [asked].flat().map((one) => ({
      jsonrpc: "2.0",
      id: one.id,
      result: this.#answer(one),
    }));
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
  }

  #answer({ method, params }: Request): unknown {
    if (this.#fault.what === "null") {
      return null;
    }
    const answer = this.#read(method, params);
    if (this.#fault.what !== "repeating") {
      return answer;
    }
    if (!this.#first.has(method)) {
      this.#first.set(method, answer);
    }
    return this.#first.get(method);
  }

  #read(method: string, params: readonly unknown[]): unknown {
    const [first] = params;
    switch (method) {
      case "eth_chainId":
        return hex(this.#chainId);
      case "eth_call":
        return this.#decimalsOf(first as { to: string });
      case "eth_getBlockByNumber":
        return this.#block(String(first));
      case "eth_getLogs":
        return this.#logs(first as LogFilter);
      case "eth_getTransactionReceipt":
        return this.#receipt(String(first));
      default:
        return null;
    }
  }

  #decimalsOf({ to }: { readonly to: string }): string {
    const decimals = this.#decimals.get(to.toLowerCase());
    return decimals === undefined ? "0x" : word(BigInt(decimals));
  }

  #blocks(): readonly LabBlock[] {
    const fault = this.#fault;
    const { blocks } = fault.what === "forked" ? fault.chain : this.#chain;
    return fault.what === "behind"
      ? blocks.slice(0, Math.max(1, blocks.length - fault.blocks))
      : blocks;
  }

  #block(tag: string): unknown {
    const blocks = this.#blocks();
    const block = tag === "latest" ? blocks.at(-1) : blocks[Number(tag)];
    return block === undefined
      ? null
      : { number: hex(block.number), hash: block.hash, parentHash: block.parentHash };
  }

  #logsOf({ number, hash, transactions }: LabBlock): Log[] {
    let index = -1;
    return transactions.flatMap(({ hash: transactionHash, isReverted, transfers }) =>
      isReverted
        ? []
        : transfers.map(({ token, to, amountRaw }) => {
            index += 1;
            const isChanged = this.#fault.what === "changing";
            return {
              address: token,
              topics: [TRANSFER, SENDER, `0x${to.slice(2).toLowerCase().padStart(64, "0")}`],
              data: word(isChanged ? amountRaw * 3n : amountRaw),
              blockNumber: hex(number),
              blockHash: hash,
              transactionHash,
              logIndex: hex(index),
            };
          }),
    );
  }

  #logs({ address, topics, fromBlock, toBlock }: LogFilter): readonly Log[] {
    const contracts = address === undefined ? undefined : lowerCased([address].flat());
    const recipients = topics[2] === undefined ? undefined : lowerCased(topics[2]);
    const blocks = this.#blocks().slice(Number(fromBlock), Number(toBlock) + 1);
    const logs = blocks
      .flatMap((block) => this.#logsOf(block))
      .filter((log) => contracts?.has(log.address) ?? true)
      .filter((log) => recipients?.has(log.topics[2] ?? "") ?? true);
    switch (this.#fault.what) {
      case "skipping":
        return logs.filter((_, place) => place % 2 === 1);
      case "doubling":
        return [...logs, ...logs.slice(0, 1)];
      default:
        return logs;
    }
  }

  #receipt(transactionHash: string): unknown {
    const block = this.#blocks().find(({ transactions }) =>
      transactions.some(({ hash }) => hash === transactionHash),
    );
    const found = block?.transactions.find(({ hash }) => hash === transactionHash);
    return block === undefined || found === undefined
      ? null
      : {
          status: found.isReverted ? "0x0" : "0x1",
          blockNumber: hex(block.number),
          blockHash: block.hash,
          transactionHash,
          logs: this.#logsOf(block).filter((log) => log.transactionHash === transactionHash),
        };
  }
}

function lowerCased(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => text.toLowerCase()));
}

interface LogFilter {
  readonly address?: string | readonly string[];
  /** The event, the sender and the recipients, where they are asked for. */
  readonly topics: readonly [string, null?, (readonly string[])?];
  readonly fromBlock: string;
  readonly toBlock: string;
}
