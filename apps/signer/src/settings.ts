import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";

const AMOUNT = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,36})?$/;
const amount = z.string().check(z.regex(AMOUNT, "set an amount such as 5000.00"));
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, "set an address, 0x…"));
const wei = z.string().check(z.regex(/^[1-9]\d{0,29}$/, "set a positive number of wei"));

const token = z.strictObject({
  contract: address,
  decimals: z.int().check(z.minimum(0), z.maximum(36)),
  /** The most that one payout may transfer, and all payouts of 24 hours together. */
  maxAmount: amount,
  maxPerDay: amount,
});

const chain = z.strictObject({
  chainId: z.int().check(z.positive()),
  tokens: z.array(token).check(z.minLength(1)),
  maxFeePerGas: wei,
  maxGasLimit: z.int().check(z.minimum(21_000), z.maximum(10_000_000)),
});

const settings = z.strictObject({
  /** Paths, relative to the settings' own folder. */
  socket: z.string().check(z.minLength(1)),
  keyFile: z.string().check(z.minLength(1)),
  linkKeyFile: z.string().check(z.minLength(1)),
  recordFile: z.string().check(z.minLength(1)),
  chains: z.array(chain).check(z.minLength(1)),
  /** Addresses that are never paid, such as the program's own contracts and wallets. */
  refusedDestinations: z._default(z.array(address), []),
});

/** What may be transferred of a token, in its smallest unit. */
export interface TokenLimits {
  readonly maxAmountRaw: bigint;
  readonly maxPerDayRaw: bigint;
}

export interface ChainLimits {
  /** By contract, in lower case. */
  readonly tokens: ReadonlyMap<string, TokenLimits>;
  readonly maxFeePerGas: bigint;
  readonly maxGasLimit: bigint;
}

/** What the signer may sign. */
export interface SigningLimits {
  readonly chains: ReadonlyMap<number, ChainLimits>;
  /** In lower case. */
  readonly refusedDestinations: ReadonlySet<string>;
}

export interface SignerSettings {
  readonly socket: string;
  readonly keyFile: string;
  readonly linkKeyFile: string;
  readonly recordFile: string;
  readonly limits: SigningLimits;
}

/**
 * Converts a decimal amount to a token's smallest unit.
 *
 * @throws RangeError if the token has fewer decimals
 */
function rawOf(text: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > decimals) {
    throw new RangeError(`${text} has more than ${decimals} decimals`);
  }
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

function limitsOf(given: z.infer<typeof settings>): SigningLimits {
  const chains = given.chains.map((one) => {
    const tokens = one.tokens.map(({ contract, decimals, maxAmount, maxPerDay }) => {
      const limits = {
        maxAmountRaw: rawOf(maxAmount, decimals),
        maxPerDayRaw: rawOf(maxPerDay, decimals),
      };
      return [contract.toLowerCase(), limits] as const;
    });
    const limits = {
      tokens: new Map(tokens),
      maxFeePerGas: BigInt(one.maxFeePerGas),
      maxGasLimit: BigInt(one.maxGasLimit),
    };
    return [one.chainId, limits] as const;
  });
  const contracts = given.chains.flatMap(({ tokens }) => tokens.map(({ contract }) => contract));
  const refused = [...given.refusedDestinations, ...contracts].map((one) => one.toLowerCase());
  const limits = { chains: new Map(chains), refusedDestinations: new Set(refused) };
  const listed = given.chains.flatMap(({ tokens }) => tokens).length;
  if (
    limits.chains.size !== given.chains.length ||
    [...limits.chains.values()].reduce((sum, { tokens }) => sum + tokens.size, 0) !== listed
  ) {
    throw new RangeError("list each chain once, and each of its tokens once");
  }
  return limits;
}

/**
 * Reads the signer's settings (docs/providers/evm-payouts.md).
 *
 * @throws Error naming what is wrong
 */
export function readSettings(file: string): SignerSettings {
  const json: unknown = JSON.parse(readFileSync(file, "utf8"));
  const read = settings.safeParse(json);
  if (!read.success) {
    const problems = read.error.issues.map(
      ({ path: at, message }) => `${at.join(".")}: ${message}`,
    );
    throw new Error(`${file}: ${problems.join("; ")}`);
  }
  const inFolder = (name: string) => path.resolve(path.dirname(file), name);
  return {
    socket: inFolder(read.data.socket),
    keyFile: inFolder(read.data.keyFile),
    linkKeyFile: inFolder(read.data.linkKeyFile),
    recordFile: inFolder(read.data.recordFile),
    limits: limitsOf(read.data),
  };
}
