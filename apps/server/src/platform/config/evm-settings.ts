import { createHash } from "node:crypto";
import { DEPOSIT_ASSETS, type DepositAsset } from "@tessera/contract/money-movement/wallet.schemas";
import { isLoopback } from "@tessera/database";
import { hasChecksum } from "@tessera/payout-signing";
import * as z from "zod";
import { amountSetting, serverUrl } from "./chain-fields.ts";
import { readJsonSetting, type SettingProblem } from "./json-setting.ts";
import { type TronSettings, tronConfigOf, tronProblems, tronSetting } from "./tron-settings.ts";
import { xpubProblem } from "./xpub.ts";

/** The networks on which the server can find deposits itself. */
export const EVM_NETWORKS = ["ERC20", "BEP20", "BASE", "POLYGON"] as const;
export type EvmNetwork = (typeof EVM_NETWORKS)[number];
/** The networks whose transfers the server stores itself: those, and TRON. */
export type ReadNetwork = EvmNetwork | "TRC20";

interface MainChain {
  readonly chainId: number;
  /** In lower case; an asset without an official contract is missing. */
  readonly contracts: Readonly<Partial<Record<DepositAsset, string>>>;
}

/**
 * The chain that each network means to customers, and the assets' contracts there, as Tether and
 * Circle publish them; on BNB Smart Chain, Binance's pegged tokens. Live mode accepts no other.
 */
export const MAIN_CHAINS: Readonly<Record<EvmNetwork, MainChain>> = {
  ERC20: {
    chainId: 1,
    contracts: {
      USDT: "0xdac17f958d2ee523a2206206994597c13d831ec7",
      USDC: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    },
  },
  BEP20: {
    chainId: 56,
    contracts: {
      USDT: "0x55d398326f99059ff775485246999027b3197955",
      USDC: "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d",
    },
  },
  BASE: {
    chainId: 8453,
    contracts: { USDC: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913" },
  },
  POLYGON: {
    chainId: 137,
    contracts: {
      USDT: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f",
      USDC: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
    },
  },
};

/** 50.00, in hundredths: a transfer on Ethereum costs a few dollars when fees are high. */
const DEFAULT_SWEEP_ABOVE_MINOR = 5_000n;
/** 10.00, in hundredths. */
const DEFAULT_RECOVERY_COST_MINOR = 1_000n;

/** The least number of recent blocks in which a reorganization must be found. */
const LEAST_KEPT_BLOCKS = 64;
const MOST_CONFIRMATIONS = 100_000;

export const amount = amountSetting;
export const rpcUrl = serverUrl("https://rpc.example.com");

/** How many confirmations payments up to an amount need. The last tier has no amount. */
export const tier = z.strictObject({
  upTo: amount.optional(),
  confirmations: z.int().min(1).max(MOST_CONFIRMATIONS),
  /** The block that the chain must also call safe or finalized. */
  tag: z.enum(["safe", "finalized"]).optional(),
});

export const token = z.strictObject({
  asset: z.literal("USDT"),
  contract: z.string().regex(/^0x[0-9a-fA-F]{40}$/, "set a contract's address, 0x…"),
  decimals: z.int().min(2).max(36),
});

/**
 * A token of any asset that can be deposited. All are pegged to one US dollar, so that a payment of
 * one that no deposit expects has a price, too.
 */
const anyToken = z.strictObject({ ...token.shape, asset: z.enum(DEPOSIT_ASSETS) });

const chain = z.strictObject({
  network: z.enum(EVM_NETWORKS),
  chainId: z.int().min(1),
  rpcUrls: z.array(rpcUrl).min(1).max(5),
  /** The tokens of the assets that can be deposited: one, or a list. */
  token: anyToken.optional(),
  tokens: z.array(anyToken).min(1).max(5).optional(),
  /** Tokens whose transfers to our addresses operators are asked about. */
  otherTokens: z.array(anyToken).max(5).default([]),
  /** What a customer pays for recovering a payment that was sent here by mistake. */
  recoveryCost: amount.default(DEFAULT_RECOVERY_COST_MINOR),
  confirmations: z.array(tier).min(1).max(10),
  /** Above this amount, two RPC servers must report the same transfer. */
  secondSourceAbove: amount.optional(),
  /** The address where tokens are kept that the hot wallet does not need. */
  coldWallet: z.string().optional(),
  /** The least balance for which emptying an address is worth its fees. */
  sweepAbove: amountSetting.default(DEFAULT_SWEEP_ABOVE_MINOR),
  /** The first block to read; without it, the newest one at the first start. */
  startBlock: z.int().min(0).optional(),
  /** How many blocks are read again each time, because a server may have skipped their logs. */
  rescanBlocks: z.int().min(0).max(1_000).default(20),
  /** How many blocks back a reorganization is followed. */
  keepBlocks: z.int().min(LEAST_KEPT_BLOCKS).max(10_000).default(256),
  /** The most blocks in one request for logs. */
  maxBlocks: z.int().min(1).max(10_000).default(500),
  /** The most calls in one request. 1 for a server that accepts no batches. */
  batchSize: z.int().min(1).max(1_000).default(100),
});

const evm = z.strictObject({
  xpub: z.string(),
  chains: z.array(chain).min(1),
  tron: tronSetting.optional(),
});

type ReadChain = z.infer<typeof chain>;

/** The number of confirmations that payments up to an amount need. */
export interface ConfirmationTier {
  /** In hundredths of the asset; undefined if there is no upper limit. */
  readonly upToMinor: bigint | undefined;
  readonly confirmations: number;
  readonly tag: "safe" | "finalized" | undefined;
}

/** A token whose transfers are read. */
export interface EvmToken {
  readonly asset: DepositAsset;
  /** Whether it can be deposited. Operators decide about payments of other tokens. */
  readonly isDeposited: boolean;
  /** In lower case. */
  readonly contract: string;
  readonly decimals: number;
}

/** One chain to watch. Its URLs may contain keys, and are never logged. */
export interface EvmChainSettings {
  readonly network: ReadNetwork;
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  /** Every token whose transfers are read: those of deposits, and those sent by mistake. */
  readonly tokens: readonly EvmToken[];
  /** What recovering a payment costs that was sent here by mistake, in hundredths of the token. */
  readonly recoveryCostMinor: bigint;
  /** In lower case. Nothing of the program can spend what it holds. */
  readonly coldWallet: string | undefined;
  readonly sweepAboveMinor: bigint;
  /** In ascending order; the last one has no upper limit. */
  readonly tiers: readonly ConfirmationTier[];
  readonly secondSourceAboveMinor: bigint | undefined;
  readonly startBlock: number | undefined;
  readonly rescanBlocks: number;
  readonly keepBlocks: number;
  readonly maxBlocks: number;
  readonly batchSize: number;
}

/** The chains on which the server finds deposits itself, and the key of their addresses. */
export interface EvmSettings {
  readonly provider: "evm";
  /** The account-level extended public key (BIP-32) from which addresses are derived. */
  readonly xpub: string;
  /** Identifies the key: deposits store it, since another key does not own their addresses. */
  readonly account: string;
  readonly pollMs: number;
  readonly chains: readonly EvmChainSettings[];
  /** TRON; undefined if nothing can be deposited there. */
  readonly tron: TronSettings | undefined;
}

/** Returns every chain that deposits can arrive on, TRON last. */
export function depositChainsOf({ chains, tron }: EvmSettings): readonly EvmChainSettings[] {
  return tron === undefined ? chains : [...chains, tron];
}

/** Settings of deposits that the server finds itself. */
export const EVM_SETTINGS = {
  EVM_CHAINS: z.string().optional(),
  EVM_CHAINS_FILE: z.string().optional(),
  EVM_POLL_MS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "set milliseconds from 1 to 999999")
    .default("2000"),
};

type EvmEnvironment = z.infer<z.ZodObject<typeof EVM_SETTINGS>> & {
  readonly TESSERA_MODE: string;
  readonly CHAIN_PROVIDER?: string | undefined;
  readonly USDC_RATE_PROVIDER?: string | undefined;
};

/** Lists what contradicts itself in tiers of confirmations. */
export function tiersProblems(tiers: readonly z.infer<typeof tier>[]): string[] {
  const limits = tiers.map(({ upTo }) => upTo);
  const isAscending = limits.every((limit, index) =>
    index === limits.length - 1
      ? limit === undefined
      : limit !== undefined && (index === 0 || limit > (limits[index - 1] ?? 0n)),
  );
  const counts = tiers.map(({ confirmations }) => confirmations);
  const isDeeper = counts.every((count, index) => index === 0 || count >= (counts[index - 1] ?? 0));
  return [
    ...(isAscending ? [] : ["confirmations: list ascending amounts, and the last tier without"]),
    ...(isDeeper ? [] : ["confirmations: a larger amount needs at least as many confirmations"]),
  ];
}

/** Returns the tokens of the assets that can be deposited on a chain. */
function depositedOn({ token: one, tokens = [] }: ReadChain) {
  return one === undefined ? tokens : [one, ...tokens];
}

/** Lists what contradicts itself in a chain's tokens, or is unsafe in live mode. */
function tokenProblems(given: ReadChain, isLive: boolean): string[] {
  const { network, chainId } = given;
  const main = MAIN_CHAINS[network];
  const deposited = depositedOn(given);
  const assets = deposited.map(({ asset }) => asset);
  const contracts = [...deposited, ...given.otherTokens].map(({ contract }) =>
    contract.toLowerCase(),
  );
  const foreign = deposited.filter(
    ({ asset, contract }) => contract.toLowerCase() !== main.contracts[asset],
  );
  return [
    ...((given.token === undefined) === (given.tokens === undefined)
      ? ["tokens: set either token or tokens"]
      : []),
    ...(new Set(assets).size < assets.length ? ["tokens: list each asset once"] : []),
    ...(new Set(contracts).size < contracts.length
      ? ["otherTokens: list each contract once, and not that of a deposit's token"]
      : []),
    ...(isLive && chainId !== main.chainId
      ? [`live mode takes ${network} on chain ${main.chainId} only`]
      : []),
    ...(isLive ? foreign : []).map(
      ({ asset }) => `live mode takes ${asset} on ${network} with its official contract only`,
    ),
  ];
}

/** Lists what contradicts itself in a chain's settings, or is unsafe in live mode. */
function chainProblems(given: ReadChain, isLive: boolean): string[] {
  const { network, rpcUrls, confirmations: tiers } = given;
  const counts = tiers.map(({ confirmations }) => confirmations);
  const isOpen = rpcUrls.some(
    (url) => new URL(url).protocol === "http:" && !isLoopback(new URL(url).hostname),
  );
  const hosts = new Set(rpcUrls.map((url) => new URL(url).host));
  return [
    ...tiersProblems(tiers),
    ...(given.keepBlocks < Math.max(...counts) + given.rescanBlocks
      ? ["keepBlocks: keep at least the confirmations of every tier and rescanBlocks"]
      : []),
    ...(given.secondSourceAbove !== undefined && (hosts.size < 2 || hosts.size < rpcUrls.length)
      ? ["secondSourceAbove: needs at least two rpcUrls, each at a host of its own"]
      : []),
    ...(isLive && given.secondSourceAbove === undefined
      ? ["secondSourceAbove: live mode needs it, so that no single server is believed alone"]
      : []),
    ...(isLive && isOpen ? ["rpcUrls: set https:// addresses"] : []),
    ...(given.coldWallet === undefined || hasChecksum(given.coldWallet)
      ? []
      : ["coldWallet: set an address with its checksum"]),
    ...tokenProblems(given, isLive),
  ].map((problem) => `${network}: ${problem}`);
}

function readEvm(env: EvmEnvironment) {
  const { EVM_CHAINS: text, EVM_CHAINS_FILE: file } = env;
  const page = "docs/providers/evm.md";
  const read = readJsonSetting({ name: "EVM_CHAINS", text, file, page }, evm);
  if (read.problems !== undefined) {
    return { problems: read.problems };
  }
  const { setting } = read;
  const { xpub, chains, tron } = read.value;
  const ofKey = xpubProblem(xpub);
  const isLive = env.TESSERA_MODE === "live";
  const isUnpriced =
    (env.USDC_RATE_PROVIDER ?? (isLive ? "none" : "bundled")) === "none" &&
    chains.some((one) => depositedOn(one).some(({ asset }) => asset === "USDC"));
  const names = chains.flatMap(({ network, chainId }) => [network, String(chainId)]);
  const problems = [
    ...(ofKey === undefined ? [] : [`xpub: ${ofKey}`]),
    ...(new Set(names).size < names.length ? ["chains: list each network and chain once"] : []),
    ...chains.flatMap((one) => chainProblems(one, isLive)),
    ...(tron === undefined ? [] : tronProblems(tron, isLive)),
    ...(isUnpriced ? ["tokens: deposits of USDC need its price; set USDC_RATE_PROVIDER"] : []),
  ];
  return problems.length > 0
    ? { problems: problems.map((problem) => ({ setting, problem })) }
    : { value: read.value };
}

/** Lists the reasons why the server cannot watch chains with these settings. */
export function evmProblems(env: EvmEnvironment): SettingProblem[] {
  return env.CHAIN_PROVIDER === "evm" ? (readEvm(env).problems ?? []) : [];
}

function chainOf(given: ReadChain): EvmChainSettings {
  const tokenOf = (isDeposited: boolean) => (one: z.infer<typeof anyToken>) => ({
    asset: one.asset,
    isDeposited,
    contract: one.contract.toLowerCase(),
    decimals: one.decimals,
  });
  return {
    network: given.network,
    chainId: given.chainId,
    rpcUrls: given.rpcUrls,
    tokens: [...depositedOn(given).map(tokenOf(true)), ...given.otherTokens.map(tokenOf(false))],
    recoveryCostMinor: given.recoveryCost,
    coldWallet: given.coldWallet?.toLowerCase(),
    sweepAboveMinor: given.sweepAbove,
    tiers: given.confirmations.map(({ upTo, confirmations, tag }) => ({
      upToMinor: upTo,
      confirmations,
      tag,
    })),
    secondSourceAboveMinor: given.secondSourceAbove,
    startBlock: given.startBlock,
    rescanBlocks: given.rescanBlocks,
    keepBlocks: given.keepBlocks,
    maxBlocks: given.maxBlocks,
    batchSize: given.batchSize,
  };
}

/** Returns the chains to watch. {@link evmProblems} has checked that the settings are complete. */
export function evmConfigOf(env: EvmEnvironment): EvmSettings {
  const { value } = readEvm(env);
  if (value === undefined) {
    throw new Error("the settings of the chains changed while they were read");
  }
  const digest = createHash("sha256").update(value.xpub).digest("hex");
  return {
    provider: "evm",
    xpub: value.xpub,
    account: `evm:${digest.slice(0, 16)}`,
    pollMs: Number(env.EVM_POLL_MS),
    chains: value.chains.map(chainOf),
    tron: value.tron && tronConfigOf(value.tron, DEFAULT_RECOVERY_COST_MINOR),
  };
}
