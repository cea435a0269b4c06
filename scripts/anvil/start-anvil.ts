import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { AnvilNode, anvilExecutable, anvilListens } from "@tessera/server/testing/anvil-node";
import { TEST_XPUB } from "@tessera/server/testing/test-xpub";
import {
  ANVIL_CHAIN_ID,
  ANVIL_TOKENS,
  type AnvilState,
  type AnvilTokenName,
  anvilFolder,
  readAnvilState,
  writeAnvilState,
} from "./anvil-state.ts";
import { fillWallet, payoutSettings } from "./payout-wallet.ts";
import { SIGNER_LIMITS, startSigner } from "./start-signer.ts";

/** The time between two blocks while payments are being confirmed. */
const BLOCK_MS = 2_000;
/** The time between two blocks while nothing happens. */
const IDLE_BLOCK_MS = 60_000;
/** After how many blocks without a transaction nothing is being confirmed any more. */
const BUSY_BLOCKS = 20;
/** How often the node writes its state to the disk, in seconds. */
const STATE_SECONDS = "10";

/** A local Ethereum node for the sandbox, with a signer of payouts. */
interface LocalChain {
  /** The settings with which the server finds deposits on the node, and pays withdrawals. */
  readonly env: Readonly<Record<string, string>>;
  /** How to pay a deposit, and what happens to withdrawals. */
  readonly instructions: string;
  stop(): Promise<void>;
}

/** Starts anvil on loopback, with the state in which it was stopped. */
async function spawnAnvil(folder: string) {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL("./anvil-process.mjs", import.meta.url)),
      anvilExecutable(),
      ...["--host", "127.0.0.1", "--port", "0", "--chain-id", String(ANVIL_CHAIN_ID)],
      ...["--no-mining", "--state", path.join(folder, "state.json")],
      // Without former states, a chain could not be reorganized to a block before its last start.
      ...["--state-interval", STATE_SECONDS, "--preserve-historical-states"],
    ],
    // In a group of its own: Ctrl-C stops the server first.
    { stdio: ["ignore", "pipe", "inherit", "ipc"], detached: process.platform !== "win32" },
  );
  const ended = once(child, "exit");
  const url = await anvilListens(child);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Returns the tokens' contracts, and deploys those that the chain does not have. */
async function readyTokens(
  node: AnvilNode,
  known: AnvilState["tokens"] | undefined,
): Promise<AnvilState["tokens"]> {
  const names = Object.keys(ANVIL_TOKENS) as AnvilTokenName[];
  const tokens: Partial<Record<AnvilTokenName, `0x${string}`>> = {};
  for (const name of names) {
    const { contract, args } = ANVIL_TOKENS[name];
    const former = known?.[name];
    const code =
      former === undefined ? "0x" : await node.rpc<string>("eth_getCode", [former, "latest"]);
    tokens[name] =
      former === undefined || code === "0x" ? await node.deploy(contract, ...args) : former;
  }
  return tokens as AnvilState["tokens"];
}

interface Block {
  readonly number: string;
  readonly transactions: readonly unknown[];
}

/** Mines blocks: every two seconds after a transaction, and one a minute otherwise. */
function keepMining(node: AnvilNode): () => void {
  let quietBlocks = BUSY_BLOCKS;
  let minedAt = performance.now();
  let isMining = false;
  const mine = async () => {
    const { pending } = await node.rpc<{ pending: string }>("txpool_status", []);
    const isBusy = Number(pending) > 0 || quietBlocks < BUSY_BLOCKS;
    if (!isBusy && performance.now() - minedAt < IDLE_BLOCK_MS) {
      return;
    }
    await node.mine(1);
    minedAt = performance.now();
    const block = await node.rpc<Block>("eth_getBlockByNumber", ["latest", false]);
    quietBlocks = block.transactions.length > 0 ? 0 : quietBlocks + 1;
  };
  const timer = setInterval(async () => {
    if (!isMining) {
      isMining = true;
      // While the node stops, calls fail.
      await mine().catch(() => undefined);
      isMining = false;
    }
  }, BLOCK_MS);
  return () => clearInterval(timer);
}

function settingsFor({ url, tokens }: AnvilState): Readonly<Record<string, string>> {
  const tokenOf = (name: AnvilTokenName, asset: string) => ({
    asset,
    contract: tokens[name],
    decimals: ANVIL_TOKENS[name].decimals,
  });
  const chain = {
    network: "ERC20",
    chainId: ANVIL_CHAIN_ID,
    rpcUrls: [url],
    tokens: [tokenOf("usdt", "USDT"), tokenOf("usdc", "USDC")],
    confirmations: [{ upTo: "1000.00", confirmations: 3 }, { confirmations: 6 }],
  };
  return {
    TESSERA_MODE: "sandbox",
    CHAIN_PROVIDER: "evm",
    EVM_CHAINS: JSON.stringify({ xpub: TEST_XPUB, chains: [chain] }),
    EVM_POLL_MS: "1000",
  };
}

function instructionsFor(url: string, folder: string, wallet: string | undefined): string {
  const payouts =
    wallet === undefined
      ? "Withdrawals are simulated: the signer needs Unix sockets, which this system lacks."
      : `Withdrawals on Ethereum are transactions on the node, from the wallet
  ${wallet}. A signer in a process of
  its own signs them, up to ${SIGNER_LIMITS.maxAmount} USDT each.`;
  return `
  Deposits are paid on a local Ethereum node at ${url}, whose state is in ${folder}.
  Open a deposit in the console, and pay to its address from another terminal:

    npm run pay -- 0x… 500                 500 USDT, credited after 3 blocks of 2 seconds
    npm run pay -- 0x… 500 --token usdc    500 USDC; operators are asked if the deposit is of USDT
    npm run pay -- 0x… 500 --token fake    a token that only looks like USDT: nothing happens
    npm run pay -- --reorganize 6          replaces the newest 6 blocks by empty ones

  ${payouts}
`;
}

/** Starts the signer, and fills its wallet. */
async function openPayouts(node: AnvilNode, { url, tokens }: AnvilState, folder: string) {
  if (process.platform === "win32") {
    return undefined;
  }
  const chain = { chainId: ANVIL_CHAIN_ID, url, token: tokens.usdt };
  const signer = await startSigner(path.join(folder, "signer"), chain);
  try {
    await fillWallet(node, tokens.usdt, signer.wallet);
  } catch (error) {
    await signer.stop();
    throw error;
  }
  return { env: payoutSettings(chain, signer), wallet: signer.wallet, stop: signer.stop };
}

/**
 * Starts a local Ethereum node with test tokens, and a signer that pays withdrawals on it. Their
 * state is kept in the data folder, so that deposits and payouts are the same after a restart.
 */
export async function startAnvil(
  env: Readonly<Record<string, string | undefined>>,
): Promise<LocalChain> {
  const folder = anvilFolder(env);
  mkdirSync(folder, { recursive: true });
  const { url, stop } = await spawnAnvil(folder);
  try {
    const node = await AnvilNode.attach(url, ANVIL_CHAIN_ID);
    const tokens = await readyTokens(node, readAnvilState(folder)?.tokens);
    const state = { url, tokens };
    writeAnvilState(folder, state);
    const payouts = await openPayouts(node, state, folder);
    const stopMining = keepMining(node);
    return {
      env: { ...settingsFor(state), ...payouts?.env },
      instructions: instructionsFor(url, folder, payouts?.wallet),
      async stop() {
        await payouts?.stop();
        stopMining();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
