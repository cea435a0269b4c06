import type { PayoutNetwork } from "@tessera/contract/money-movement/withdrawals.schemas";

/** A payout, permanently identified by our id. */
export interface PayoutOrder {
  /** The UUID of the withdrawal. */
  readonly id: string;
  readonly network: PayoutNetwork;
  readonly address: string;
  /** Hundredths of a USDT. */
  readonly amountMinor: bigint;
  /** When the withdrawal had passed every check and review. */
  readonly approvedAt: Date;
  /** The operator who approved it, or `system` if no review was needed. */
  readonly approvedBy: string;
  /** The number of the withdrawal's step with which it was approved. */
  readonly revision: number;
}

/** The provider's response about a payout. */
export interface PayoutAnswer {
  /** The provider's original status, which the payout module interprets. */
  readonly status: string;
  /** Number of blocks on top of the payout's block; 0 until the payout is on its chain. */
  readonly confirmations: number;
  readonly transactionHash: string | null;
}

/** A network's payout fee and minimum payout, in hundredths of a USDT. */
export interface NetworkTerms {
  readonly costMinor: bigint;
  readonly minimumMinor: bigint;
  /** Number of confirmations after which a payout is final. */
  readonly confirmationsRequired: number;
}

export type PayoutTerms = ReadonlyMap<PayoutNetwork, NetworkTerms>;

/**
 * A provider that sends payouts. Any call may fail or take seconds, so never make one in a
 * transaction.
 *
 * The provider must identify an order by our id. An order that is sent twice is paid once, and if
 * an id never arrived, the provider states so definitively. Any other error leaves the outcome
 * unknown.
 */
export interface PayoutProvider {
  /** A stable name for the provider, for logs. */
  readonly name: string;
  /** Identifies the paying account. Its orders are unknown to any other account. */
  readonly account: string;
  /**
   * Whether the network's fee is taken from the asset, as custodians do, or paid in the chain's own
   * coin, which is not in the accounts of assets.
   */
  readonly feesIn: "asset" | "coin";
  /**
   * Returns the current terms for each network. Payouts are not available on networks that are not
   * listed.
   *
   * @throws ProviderError if there was no response in time
   */
  terms(): Promise<PayoutTerms>;
  /** Sends an order. After an error, it is unknown whether the order arrived. */
  send(order: PayoutOrder): Promise<PayoutAnswer>;
  /** Returns the state of an order, or `never_seen` if it definitely never arrived. */
  ask(id: string): Promise<PayoutAnswer | "never_seen">;
  /** The secret used to sign the provider's webhooks. */
  readonly webhookSecret: Buffer;
}
