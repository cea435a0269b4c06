import { ANVIL_TOKENS, type AnvilTokenName } from "./anvil-state.ts";

/** What `npm run pay` is asked to do. */
export type PayOrder =
  | {
      readonly what: "pay";
      readonly to: string;
      readonly amount: string;
      /** In the token's smallest unit. */
      readonly amountRaw: bigint;
      readonly token: AnvilTokenName;
    }
  | { readonly what: "reorganize"; readonly blocks: number };

const USAGE = `Usage:
  npm run pay -- <address> <amount> [--token usdt|usdc|fake]
  npm run pay -- --reorganize <blocks>`;

/** Returns an amount in a token's smallest unit; undefined if it is none. */
function rawOf(text: string, decimals: number): bigint | undefined {
  const [, whole = "", fraction = ""] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  return whole === "" || fraction.length > decimals
    ? undefined
    : BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** @throws Error with the usage */
export function readPayOrder(
  given: {
    readonly token?: string | undefined;
    readonly reorganize?: string | undefined;
    readonly positionals: readonly string[];
  },
  names: readonly AnvilTokenName[],
): PayOrder {
  const { reorganize, positionals } = given;
  if (reorganize !== undefined && positionals.length === 0 && /^[1-9]\d{0,2}$/.test(reorganize)) {
    return { what: "reorganize", blocks: Number(reorganize) };
  }
  const [to = "", amount = "", ...more] = positionals;
  const token = names.find((name) => name === (given.token ?? "usdt").toLowerCase());
  const amountRaw = token === undefined ? undefined : rawOf(amount, ANVIL_TOKENS[token].decimals);
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(to);
  if (
    reorganize !== undefined ||
    more.length > 0 ||
    !isAddress ||
    token === undefined ||
    amountRaw === undefined
  ) {
    throw new Error(USAGE);
  }
  return { what: "pay", to, amount, amountRaw, token };
}
