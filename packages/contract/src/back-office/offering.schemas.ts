import * as z from "zod/mini";
import { amount } from "../fields.ts";
import { DEPOSIT_ASSETS, DEPOSIT_NETWORKS } from "../money-movement/wallet.schemas.ts";

/** A network on which deposits are offered. */
export const depositNetwork = z.object({
  network: z.enum(DEPOSIT_NETWORKS),
  /** What can be deposited on the network. */
  assets: z.array(z.enum(DEPOSIT_ASSETS)),
  /**
   * How many confirmations payments up to an amount need, in ascending order; the last has no upper
   * limit. Empty if only each deposit says it.
   */
  confirmations: z.array(z.object({ upTo: z.nullable(amount), blocks: z.int() })),
});

/** Which services are offered to customers; `false` for a service without a provider. */
export const offering = z.object({
  deposits: z.boolean(),
  withdrawals: z.boolean(),
  /** Transfers from a customer's bank, which need an account of the program at a bank. */
  bankTransfers: z.boolean(),
  /** Exchange rates, needed for totals in another currency and for amounts priced at a rate. */
  rates: z.boolean(),
  /** Applications for new cards and replacements. */
  cards: z.boolean(),
  /** Messages from a card network, needed for card payments. */
  network: z.boolean(),
  /** The networks on which deposits are offered; empty without deposits. */
  depositNetworks: z.array(depositNetwork),
  /** Whether the sandbox can pay a deposit itself, because its chain is simulated. */
  simulatedDeposits: z.boolean(),
});

export type DepositNetworkOffer = z.infer<typeof depositNetwork>;

export type Offering = z.infer<typeof offering>;
/** What is either offered or not. */
export type Service = Exclude<keyof Offering, "depositNetworks" | "simulatedDeposits">;
