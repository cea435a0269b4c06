import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fromRoot } from "../repository.ts";

/** The chain id of the local node. */
export const ANVIL_CHAIN_ID = 1337;

/** The tokens of the local node, by the name under which `npm run pay` sends them. */
export const ANVIL_TOKENS = {
  usdt: { contract: "SilentToken", args: [], decimals: 6, what: "USDT, as on Ethereum" },
  usdc: {
    contract: "PlainToken",
    args: ["USD Coin", "USDC", 6],
    decimals: 6,
    what: "another token, which operators are asked about",
  },
  fake: {
    contract: "PlainToken",
    args: ["Tether USD", "USDT", 6],
    decimals: 6,
    what: "a token that only looks like USDT",
  },
} as const;

export type AnvilTokenName = keyof typeof ANVIL_TOKENS;

/** What `npm run pay` needs to know of the running node. */
export interface AnvilState {
  /** Where the node listens; outdated if it does not run. */
  readonly url: string;
  /** The tokens' contracts. */
  readonly tokens: Readonly<Record<AnvilTokenName, `0x${string}`>>;
}

/** Returns the folder with the node's files, in the sandbox's data folder. */
export function anvilFolder(env: Readonly<Record<string, string | undefined>>): string {
  return path.resolve(fromRoot(), env.DATA_DIR || ".data", "anvil");
}

export function readAnvilState(folder: string): AnvilState | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, "chain.json"), "utf8")) as AnvilState;
  } catch {
    return undefined;
  }
}

export function writeAnvilState(folder: string, state: AnvilState): void {
  writeFileSync(path.join(folder, "chain.json"), `${JSON.stringify(state, null, 2)}\n`);
}
