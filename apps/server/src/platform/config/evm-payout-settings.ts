import path from "node:path";
import { isLoopback } from "@tessera/database";
import { hasChecksum, readLinkKey } from "@tessera/payout-signing";
import * as z from "zod";
import {
  amount,
  type ConfirmationTier,
  MAIN_CHAINS,
  rpcUrl,
  tier,
  tiersProblems,
  token,
} from "./evm-settings.ts";
import { readJsonSetting, type SettingProblem } from "./json-setting.ts";

/** The networks on which the server can pay out itself. */
const EVM_PAYOUT_NETWORKS = ["ERC20", "BEP20"] as const;
export type EvmPayoutNetwork = (typeof EVM_PAYOUT_NETWORKS)[number];

const wei = z
  .string()
  .regex(/^[1-9]\d{0,29}$/, "set a positive number of wei")
  .transform((text) => BigInt(text));

const chain = z.strictObject({
  network: z.enum(EVM_PAYOUT_NETWORKS),
  chainId: z.int().min(1),
  rpcUrls: z.array(rpcUrl).min(1).max(5),
  token,
  confirmations: z.array(tier).min(1).max(10),
  /** Above this amount, two RPC servers must show a payout before it counts as paid. */
  secondSourceAbove: amount.optional(),
  /** What customers pay for a payout, and the least that they can withdraw. */
  cost: amount,
  minimum: amount,
  gasLimit: z.int().min(21_000).max(10_000_000).default(120_000),
  /** The most that is ever paid for a unit of gas. */
  maxFeePerGas: wei,
  /** After how long a payout that no block contains is replaced with higher fees. */
  replaceAfterSeconds: z.int().min(15).max(86_400).default(180),
  /** Below these the wallet must be refilled; what exceeds the ceiling should be moved away. */
  refillBelow: amount,
  refillCoinBelow: wei,
  ceiling: amount,
});

const payouts = z.strictObject({
  wallet: z.string(),
  socket: z.string().min(1),
  linkKeyFile: z.string().min(1),
  chains: z.array(chain).min(1),
});

type ReadChain = z.infer<typeof chain>;

/** One chain on which the server pays out. Its URLs may contain keys, and are never logged. */
export interface EvmPayoutChain {
  readonly network: EvmPayoutNetwork;
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  /** USDT's contract, in lower case. */
  readonly contract: string;
  readonly decimals: number;
  readonly tiers: readonly ConfirmationTier[];
  readonly secondSourceAboveMinor: bigint | undefined;
  readonly costMinor: bigint;
  readonly minimumMinor: bigint;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: bigint;
  readonly replaceAfterMs: number;
  readonly refillBelowMinor: bigint;
  readonly refillCoinBelowWei: bigint;
  readonly ceilingMinor: bigint;
}

/** Payouts that the server sends itself, signed by a process apart. */
export interface EvmPayoutSettings {
  readonly provider: "evm";
  /** The hot wallet's address, in lower case; the signer holds its key. */
  readonly wallet: string;
  /** Identifies the wallet: payouts store it, since another wallet cannot answer about them. */
  readonly account: string;
  /** The signer's Unix socket. */
  readonly socket: string;
  readonly linkKeyFile: string;
  readonly chains: readonly EvmPayoutChain[];
}

/** Settings of payouts that the server sends itself. */
export const EVM_PAYOUT_SETTINGS = {
  EVM_PAYOUTS: z.string().optional(),
  EVM_PAYOUTS_FILE: z.string().optional(),
};

type PayoutEnvironment = z.infer<z.ZodObject<typeof EVM_PAYOUT_SETTINGS>> & {
  readonly TESSERA_MODE: string;
  readonly PAYOUT_PROVIDER?: string | undefined;
};

/** Lists what contradicts itself in a chain's settings, or is unsafe in live mode. */
function chainProblems(given: ReadChain, isLive: boolean): string[] {
  const { network, chainId, rpcUrls, token: usdt } = given;
  const main = MAIN_CHAINS[network];
  const isOpen = rpcUrls.some(
    (url) => new URL(url).protocol === "http:" && !isLoopback(new URL(url).hostname),
  );
  const hosts = new Set(rpcUrls.map((url) => new URL(url).host));
  return [
    ...tiersProblems(given.confirmations),
    ...(given.refillBelow >= given.ceiling ? ["ceiling: set more than refillBelow"] : []),
    ...(given.secondSourceAbove !== undefined && hosts.size < 2
      ? ["secondSourceAbove: needs rpcUrls at two hosts"]
      : []),
    ...(isLive && hosts.size < 2
      ? ["rpcUrls: live mode needs two hosts, so that no single server decides that money returns"]
      : []),
    ...(isLive && isOpen ? ["rpcUrls: set https:// addresses"] : []),
    ...(isLive && (chainId !== main.chainId || usdt.contract.toLowerCase() !== main.contracts.USDT)
      ? [`live mode takes ${network} on chain ${main.chainId} with USDT's own contract only`]
      : []),
  ].map((problem) => `${network}: ${problem}`);
}

function linkKeyProblem(file: string): string | undefined {
  try {
    readLinkKey(file);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "the file cannot be read";
  }
}

function readPayouts(env: PayoutEnvironment) {
  const { EVM_PAYOUTS: text, EVM_PAYOUTS_FILE: file } = env;
  const page = "docs/providers/evm-payouts.md";
  const read = readJsonSetting({ name: "EVM_PAYOUTS", text, file, page }, payouts);
  if (read.problems !== undefined) {
    return { problems: read.problems };
  }
  const { setting } = read;
  const { wallet, chains, linkKeyFile } = read.value;
  const names = chains.flatMap(({ network, chainId }) => [network, String(chainId)]);
  const ofKey = linkKeyProblem(linkKeyFile);
  const problems = [
    ...(hasChecksum(wallet) ? [] : ["wallet: set the address that npm run signer -- init printed"]),
    ...(ofKey === undefined ? [] : [`linkKeyFile: ${ofKey}`]),
    ...(new Set(names).size < names.length ? ["chains: list each network and chain once"] : []),
    ...chains.flatMap((one) => chainProblems(one, env.TESSERA_MODE === "live")),
  ];
  return problems.length > 0
    ? { problems: problems.map((problem) => ({ setting, problem })) }
    : { value: read.value };
}

/** Lists the reasons why the server cannot send payouts itself with these settings. */
export function evmPayoutProblems(env: PayoutEnvironment): SettingProblem[] {
  return env.PAYOUT_PROVIDER === "evm" ? (readPayouts(env).problems ?? []) : [];
}

function chainOf(given: ReadChain): EvmPayoutChain {
  return {
    network: given.network,
    chainId: given.chainId,
    rpcUrls: given.rpcUrls,
    contract: given.token.contract.toLowerCase(),
    decimals: given.token.decimals,
    tiers: given.confirmations.map(({ upTo, confirmations, tag }) => ({
      upToMinor: upTo,
      confirmations,
      tag,
    })),
    secondSourceAboveMinor: given.secondSourceAbove,
    costMinor: given.cost,
    minimumMinor: given.minimum,
    gasLimit: BigInt(given.gasLimit),
    maxFeePerGas: given.maxFeePerGas,
    replaceAfterMs: given.replaceAfterSeconds * 1_000,
    refillBelowMinor: given.refillBelow,
    refillCoinBelowWei: given.refillCoinBelow,
    ceilingMinor: given.ceiling,
  };
}

/** Returns the settings. {@link evmPayoutProblems} has checked that they are complete. */
export function evmPayoutConfigOf(env: PayoutEnvironment): EvmPayoutSettings {
  const { value } = readPayouts(env);
  if (value === undefined) {
    throw new Error("the settings of payouts changed while they were read");
  }
  const wallet = value.wallet.toLowerCase();
  return {
    provider: "evm",
    wallet,
    account: `evm-wallet:${wallet}`,
    socket: path.resolve(value.socket),
    linkKeyFile: path.resolve(value.linkKeyFile),
    chains: value.chains.map(chainOf),
  };
}
