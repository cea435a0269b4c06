import { isLoopback } from "@tessera/database";
import * as z from "zod";
import { amountSetting, serverUrl } from "./chain-fields.ts";
import { xpubProblem } from "./xpub.ts";

/** The main network's id: the last four bytes of its first block's id. */
const MAIN_CHAIN_ID = 728_126_428;
/** Tether's contract on the main network, T…Lj6t, as the 20 bytes that its nodes name it by. */
const MAIN_USDT = "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c";
/** 19 of the 27 block producers have built on a block before it is solid. */
const CONFIRMATIONS = 20;
const DECIMALS = 6;
/** Nothing of a chain that only solid blocks are read from has to be read again. */
const UNUSED = {
  ...{ startBlock: undefined, rescanBlocks: 0, keepBlocks: 64, maxBlocks: 1 },
  ...{ coldWallet: undefined, sweepAboveMinor: 0n },
};

/** A server of TronGrid's API. */
const server = z.strictObject({
  url: serverUrl("https://api.trongrid.io"),
  /** Sent as TRON-PRO-API-KEY. */
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "set a key without spaces")
    .optional(),
});

/** The setting of deposits on TRON, next to the EVM chains. */
export const tronSetting = z.strictObject({
  /** The extended public key of the account whose addresses are given out, at m/44'/195'/0'. */
  xpub: z.string(),
  servers: z.array(server).min(1).max(5),
  chainId: z.int().min(1).default(MAIN_CHAIN_ID),
  /** The contract of USDT, as 0x and the 20 bytes of its address. */
  contract: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, "set the contract's 20 bytes in hex, 0x…")
    .default(MAIN_USDT),
  confirmations: z.int().min(1).max(100_000).default(CONFIRMATIONS),
  /** Above this amount, two servers must report the same transfer. */
  secondSourceAbove: amountSetting.optional(),
});

type TronSetting = z.infer<typeof tronSetting>;

/** Lists what contradicts itself in the setting, or is unsafe in live mode. */
export function tronProblems(given: TronSetting, isLive: boolean): string[] {
  const { xpub, servers, chainId, contract, secondSourceAbove: limit } = given;
  const ofKey = xpubProblem(xpub);
  const hosts = new Set(servers.map(({ url }) => new URL(url).host));
  const isOpen = servers.some(
    ({ url }) => new URL(url).protocol === "http:" && !isLoopback(new URL(url).hostname),
  );
  const isMain = chainId === MAIN_CHAIN_ID && contract.toLowerCase() === MAIN_USDT;
  return [
    ...(ofKey === undefined ? [] : [`xpub: ${ofKey}`]),
    ...(limit !== undefined && (hosts.size < 2 || hosts.size < servers.length)
      ? ["secondSourceAbove: needs at least two servers, each at a host of its own"]
      : []),
    ...(isLive && limit === undefined
      ? ["secondSourceAbove: live mode needs it, so that no single server is believed alone"]
      : []),
    ...(isLive && isOpen ? ["servers: set https:// addresses"] : []),
    ...(isLive && !isMain ? ["live mode takes USDT on TRON's main network only"] : []),
  ].map((problem) => `tron: ${problem}`);
}

/**
 * Returns the settings of TRON, which is read through an API of its own, and stored like an EVM
 * chain.
 */
export function tronConfigOf(
  { xpub, servers, chainId, contract, confirmations, secondSourceAbove }: TronSetting,
  recoveryCostMinor: bigint,
) {
  const token = { asset: "USDT", isDeposited: true, decimals: DECIMALS } as const;
  return {
    ...UNUSED,
    recoveryCostMinor,
    secondSourceAboveMinor: secondSourceAbove,
    network: "TRC20" as const,
    chainId,
    rpcUrls: servers.map(({ url }) => url),
    tokens: [{ ...token, contract: contract.toLowerCase() }],
    tiers: [{ upToMinor: undefined, confirmations, tag: "finalized" as const }],
    batchSize: 1,
    xpub,
    servers: servers.map(({ url, apiKey }) => ({ url, apiKey })),
  };
}

/** TRON, and the key of its addresses. */
export type TronSettings = ReturnType<typeof tronConfigOf>;
