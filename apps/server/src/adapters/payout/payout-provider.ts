import type { PayoutNetwork } from "@tessera/contract/money-movement/withdrawals.schemas";

/** A payout, permanently identified by our own id. */
export interface PayoutOrder {
  /** The withdrawal's UUID. */
  readonly id: string;
  readonly network: PayoutNetwork;
  readonly address: string;
  /** Hundredths of a USDT. */
  readonly amountMinor: bigint;
}

/** The provider's response about a payout. */
export interface PayoutAnswer {
  /** The provider's own status; the payout module interprets it. */
  readonly status: string;
  /** Blocks on top of the payout's block; 0 before it is on its chain. */
  readonly confirmations: number;
  readonly transactionHash: string | null;
}

/** A network's fee for a payout and its minimum, in hundredths of a USDT. */
export interface NetworkTerms {
  readonly costMinor: bigint;
  readonly minimumMinor: bigint;
  /** Confirmations after which a payout is final. */
  readonly confirmationsRequired: number;
}

export type PayoutTerms = ReadonlyMap<PayoutNetwork, NetworkTerms>;

/**
 * A provider that sends payouts. Any call may fail or take seconds, so never call it in a
 * transaction.
 *
 * It must identify an order by our id: an order sent twice is paid once, and for an id that never
 * arrived it says so with certainty. Any other error leaves the outcome unknown.
 */
export interface PayoutProvider {
  /** Stable name of the provider, for logs. */
  readonly name: string;
  /** Identifies the account that pays; another account does not know its orders. */
  readonly account: string;
  /**
   * Returns the current terms of each network; a missing network has no payouts.
   *
   * @throws ProviderError if there was no response in time
   */
  terms(): Promise<PayoutTerms>;
  /** Sends an order. After any error, it is unknown whether it arrived. */
  send(order: PayoutOrder): Promise<PayoutAnswer>;
  /** Returns the state of an order, or `never_seen` if it certainly never arrived. */
  ask(id: string): Promise<PayoutAnswer | "never_seen">;
  /** The secret that signs its webhooks. */
  readonly webhookSecret: Buffer;
}
