import * as z from "zod/mini";
import { spellAddress } from "../chain/read-address.ts";

const MAX_CONFIRMATIONS = 100_000;
/**
 * An amount as written on chains: with up to 18 decimals, which is more than Tessera stores, and
 * without an exponent or a sign.
 */
const ASSET_AMOUNT = /^([0-9]{1,12})(?:\.([0-9]{1,18}))?$/;

/** The networks of the protocol, on which it transfers USDT. */
export const CUSTODIAN_NETWORKS = ["TRC20", "ERC20", "BEP20"] as const;
export type CustodianNetwork = (typeof CUSTODIAN_NETWORKS)[number];
const network = z.enum(CUSTODIAN_NETWORKS);
const text = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));
const address = z.pipe(text, z.transform(spellAddress));
const transactionHash = z.string().check(z.regex(/^(?:0x)?[0-9a-fA-F]{64}$/));
const confirmations = z.int().check(z.minimum(0), z.maximum(MAX_CONFIRMATIONS));
const confirmationsRequired = z.int().check(z.minimum(1), z.maximum(MAX_CONFIRMATIONS));
const assetAmount = z.string().check(z.regex(ASSET_AMOUNT));

/** Fees and payouts must be in whole hundredths, so that nothing needs to be rounded. */
const wholeHundredths = z.string().check(z.regex(/^[0-9]{1,12}(?:\.[0-9]{1,2})?$/));

/** Converts an amount of the asset to hundredths, rounded down. */
export function hundredthsOf(amount: string): bigint {
  const [, whole = "0", fraction = ""] = ASSET_AMOUNT.exec(amount) ?? [];
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0").slice(0, 2));
}

export const addressAnswer = z.object({
  depositId: z.uuid(),
  network,
  address,
  confirmations: confirmationsRequired,
});

/** A page of the feed, whose rows are read one by one (custodian-rows.ts). */
export const transfersAnswer = z.object({
  transfers: z.array(z.unknown()).check(z.maxLength(100)),
  /** The position from which to read the next page. */
  cursor: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
});

/** A row of the feed. */
export const transferRow = z.object({
  network,
  asset: z.literal("USDT"),
  /** The contract of the token, if the custodian names it. */
  contract: z.optional(address),
  transactionHash,
  logIndex: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  address,
  amount: assetAmount,
  confirmations,
});

/** The state of a payout. If there are any confirmations, there must also be a transaction. */
export const payoutAnswer = z
  .object({
    id: z.uuid(),
    network,
    address,
    amount: wholeHundredths,
    status: z.string().check(z.regex(/^[\x20-\x7e]{1,80}$/)),
    confirmations,
    transactionHash: z.nullable(transactionHash),
  })
  .check(z.refine((payout) => payout.confirmations === 0 || payout.transactionHash !== null));

/** The only response that proves that an order never arrived. */
export const neverSeenAnswer = z.object({ code: z.literal("never_seen"), id: z.uuid() });

export const termsAnswer = z.object({
  terms: z
    .array(
      z.object({
        network,
        cost: wholeHundredths,
        minimum: wholeHundredths,
        confirmations: confirmationsRequired,
      }),
    )
    .check(z.maxLength(CUSTODIAN_NETWORKS.length)),
});

export type Terms = z.infer<typeof termsAnswer>["terms"][number];
export type TransferRow = z.infer<typeof transferRow>;
