import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fromRoot } from "../repository.ts";

/** Ceilings of the signer. They are low, so that its refusals can be tried. */
export const SIGNER_LIMITS = { maxAmount: "5000.00", maxPerDay: "20000.00" } as const;
const MAX_FEE_PER_GAS = "100000000000";
const MAIN = fromRoot("apps/signer/src/main.ts");

/** The signer's process for the local node. */
interface LocalSigner {
  /** The address of the hot wallet. */
  readonly wallet: string;
  readonly socket: string;
  readonly linkKeyFile: string;
  stop(): Promise<void>;
}

/** Where the signer's files are. */
interface SignerFiles {
  readonly folder: string;
  readonly settings: string;
  readonly linkKey: string;
  readonly socket: string;
}

/** The socket has a folder of its own: its path must be short. */
function filesIn(folder: string, socketFolder: string): SignerFiles {
  return {
    folder,
    settings: path.join(folder, "settings.json"),
    linkKey: path.join(folder, "link.key"),
    socket: path.join(socketFolder, "signer.sock"),
  };
}

function writeSettings(files: SignerFiles, chain: { chainId: number; token: string }): void {
  const token = { contract: chain.token, decimals: 6, ...SIGNER_LIMITS };
  const settings = {
    socket: files.socket,
    keyFile: "wallet.key",
    linkKeyFile: "link.key",
    recordFile: "signed.jsonl",
    chains: [
      {
        chainId: chain.chainId,
        tokens: [token],
        maxFeePerGas: MAX_FEE_PER_GAS,
        maxGasLimit: 200_000,
      },
    ],
  };
  writeFileSync(files.settings, `${JSON.stringify(settings, null, 2)}\n`);
}

function spawnSigner(command: "init" | "run", settings: string): ChildProcess {
  return spawn(
    process.execPath,
    // It ends with the process that started it.
    [
      ...["--import", new URL("../follow-parent.mjs", import.meta.url).href],
      ...[MAIN, command, settings],
    ],
    // In a group of its own: Ctrl-C stops the server first.
    { stdio: ["ignore", "pipe", "inherit", "ipc"], detached: true },
  );
}

/** Creates the wallet's key and an empty record, as an operator does. */
async function init({ settings, folder }: SignerFiles): Promise<void> {
  if (existsSync(path.join(folder, "wallet.key"))) {
    return;
  }
  const child = spawnSigner("init", settings);
  child.stdout?.resume();
  const [code] = await once(child, "exit");
  if (code !== 0) {
    throw new Error(`The signer's key was not created in ${folder}.`);
  }
}

/** Waits until the signer listens. Returns the wallet's address. */
async function untilListening(child: ChildProcess): Promise<string> {
  const listening = Promise.withResolvers<string>();
  child.once("exit", () => listening.reject(new Error("The signer ended when it started.")));
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { event, wallet } = JSON.parse(line) as { event: string; wallet?: string };
      if (event === "listening" && wallet !== undefined) {
        listening.resolve(wallet);
      }
    });
  }
  return listening.promise;
}

/**
 * Starts the signer of payouts for the local node. Its key and its record are kept next to the
 * chain's state, because they belong together.
 */
export async function startSigner(
  folder: string,
  chain: { readonly chainId: number; readonly token: string },
): Promise<LocalSigner> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const socketFolder = mkdtempSync(path.join(tmpdir(), "tessera-signer-"));
  const files = filesIn(folder, socketFolder);
  if (!existsSync(files.linkKey)) {
    writeFileSync(files.linkKey, randomBytes(32).toString("base64"), { mode: 0o600 });
  }
  writeSettings(files, chain);
  await init(files);
  const child = spawnSigner("run", files.settings);
  const ended = once(child, "exit");
  return {
    wallet: await untilListening(child),
    socket: files.socket,
    linkKeyFile: files.linkKey,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}
