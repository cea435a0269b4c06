import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeDeployData, encodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import tokens from "./test-tokens.json" with { type: "json" };

export type TestToken = keyof typeof tokens.contracts;

/** The first account of every local anvil, whose key everybody knows. */
const ACCOUNT = privateKeyToAccount(
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
);
const GAS = 3_000_000n;
const GAS_PRICE = 100_000_000_000n;
const START_MS = 60_000;
/** The most of its output that is searched for the address. */
const OUTPUT_CHARS_MAX = 20_000;
const PLATFORMS: Readonly<Record<string, string>> = {
  "linux-x64": "anvil-linux-amd64/bin/anvil",
  "linux-arm64": "anvil-linux-arm64/bin/anvil",
  "darwin-x64": "anvil-darwin-amd64/bin/anvil",
  "darwin-arm64": "anvil-darwin-arm64/bin/anvil",
  "win32-x64": "anvil-win32-amd64/bin/anvil.exe",
};

/** Returns the path of anvil's executable, which npm installs for each platform. */
export function anvilExecutable(): string {
  const name = PLATFORMS[`${process.platform}-${process.arch}`] ?? "none";
  const path = fileURLToPath(
    new URL(`../../../../../node_modules/@foundry-rs/${name}`, import.meta.url),
  );
  if (!existsSync(path)) {
    throw new Error(
      "anvil, the local Ethereum node, is not installed. It is an optional npm package: run " +
        "npm ci without --omit=optional, on Linux, macOS or Windows",
    );
  }
  return path;
}

/** Waits until a started anvil listens. Returns its address. */
export async function anvilListens(child: ChildProcess): Promise<string> {
  const listening = Promise.withResolvers<string>();
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-OUTPUT_CHARS_MAX);
    const address = /Listening on (\S+)/.exec(text)?.[1];
    if (address !== undefined) {
      listening.resolve(`http://${address}`);
    }
  });
  child.once("exit", (code) => listening.reject(new Error(`anvil ended with ${code}`)));
  const late = setTimeout(() => listening.reject(new Error("anvil did not start")), START_MS);
  try {
    return await listening.promise;
  } finally {
    clearTimeout(late);
  }
}

function spawnNode(chainId: number, port: string): ChildProcess {
  const at = ["--host", "127.0.0.1", "--port", port, "--chain-id", String(chainId)];
  return spawn(anvilExecutable(), [...at, "--no-mining"], { stdio: ["ignore", "pipe", "inherit"] });
}

/** A local Ethereum node, which mines only on request. Its tokens can be minted by anybody. */
export class AnvilNode {
  readonly url: string;
  /** The account that sends every transaction. */
  readonly account = ACCOUNT.address;
  #process: ChildProcess | undefined;
  readonly #chainId: number;
  #nonce = 0;
  #calls = 0;

  private constructor(url: string, chainId: number, process?: ChildProcess) {
    this.url = url;
    this.#process = process;
    this.#chainId = chainId;
  }

  static async start(chainId = 1337): Promise<AnvilNode> {
    const child = spawnNode(chainId, "0");
    return new AnvilNode(await anvilListens(child), chainId, child);
  }

  /** Uses a node that runs already, and continues where its account's transactions ended. */
  static async attach(url: string, chainId: number): Promise<AnvilNode> {
    const node = new AnvilNode(url, chainId);
    node.#nonce = Number(await node.rpc("eth_getTransactionCount", [node.account, "pending"]));
    return node;
  }

  /** Stops a node that was started here. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child !== undefined) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    }
  }

  /**
   * Kills the node, and starts it again at its address with its blocks. What no block contains is
   * gone. The node cannot go back to a block before its restart.
   *
   * @param whileDown what is done meanwhile
   */
  async restart(whileDown: () => Promise<void>): Promise<void> {
    const state = await this.rpc<string>("anvil_dumpState", [true]);
    await this.stop();
    await whileDown();
    this.#process = spawnNode(this.#chainId, new URL(this.url).port);
    await anvilListens(this.#process);
    await this.rpc("anvil_loadState", [state]);
  }

  async rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
    this.#calls += 1;
    const response = await fetch(this.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: this.#calls, method, params }),
    });
    const answer = (await response.json()) as { result: T; error?: { message: string } };
    if (answer.error !== undefined) {
      throw new Error(`${method}: ${answer.error.message}`);
    }
    return answer.result;
  }

  /** Signs a transaction, so that it can be sent again after a reorganization. */
  async sign(to: Hex | undefined, data: Hex, gas: bigint = GAS): Promise<Hex> {
    const nonce = this.#nonce;
    this.#nonce += 1;
    return ACCOUNT.signTransaction({
      type: "eip1559",
      chainId: this.#chainId,
      nonce,
      gas,
      maxFeePerGas: GAS_PRICE,
      maxPriorityFeePerGas: 0n,
      data,
      ...(to !== undefined && { to }),
    });
  }

  /** Sends a signed transaction, which the next block will contain. Returns its hash. */
  send(signed: Hex): Promise<Hex> {
    return this.rpc("eth_sendRawTransaction", [signed]);
  }

  /** Deploys a token in a block of its own. Returns its address. */
  async deploy(name: TestToken, ...args: readonly unknown[]): Promise<Hex> {
    const { abi, bytecode } = tokens.contracts[name];
    const data = encodeDeployData({ abi, bytecode: bytecode as Hex, args } as never);
    const hash = await this.send(await this.sign(undefined, data));
    await this.mine(1);
    const receipt = await this.rpc<{ contractAddress: Hex }>("eth_getTransactionReceipt", [hash]);
    return receipt.contractAddress;
  }

  /** Signs a call of a token, such as `mint`. */
  call(
    name: TestToken,
    token: Hex,
    functionName: string,
    args: readonly unknown[],
    gas?: bigint,
  ): Promise<Hex> {
    const { abi } = tokens.contracts[name];
    return this.sign(token, encodeFunctionData({ abi, functionName, args } as never), gas);
  }

  async mine(blocks: number): Promise<void> {
    await this.rpc("anvil_mine", [`0x${blocks.toString(16)}`]);
  }

  /** Replaces the newest blocks by empty ones. */
  async reorganize(depth: number): Promise<void> {
    await this.rpc("anvil_reorg", [depth, []]);
  }
}
