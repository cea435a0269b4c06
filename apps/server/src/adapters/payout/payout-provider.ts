import type { PayoutNetwork } from "@tessera/contract/money-movement/withdrawals.schemas";

/** One payout, under our own id, which names it for ever. */
export interface PayoutOrder {
  /** The withdrawal's uuid. */
  readonly id: string;
  readonly network: PayoutNetwork;
  readonly address: string;
  /** Hundredths of a USDT. */
  readonly amountMinor: bigint;
}

/** What the provider says of a payout. */
export interface PayoutAnswer {
  /** In its own word; what that means is decided here. */
  readonly status: string;
  /** Blocks on top of it; 0 before it is on its chain. */
  readonly confirmations: number;
  readonly transactionHash: string | null;
}

/** What a network takes for a payout and the least it pays, in hundredths of a USDT. */
export interface NetworkTerms {
  readonly costMinor: bigint;
  readonly minimumMinor: bigint;
  /** Confirmations after which a payout is final. */
  readonly confirmationsRequired: number;
}

export type PayoutTerms = ReadonlyMap<PayoutNetwork, NetworkTerms>;

/**
 * Sends money out. Any call may fail or take seconds, so never inside a transaction.
 *
 * It must know an order by our id: one that it is sent twice it pays once, and it can say for
 * certain that it never saw an id. Whatever else it throws leaves the outcome unknown.
 */
export interface PayoutProvider {
  /** Stable name of the provider, for logs. */
  readonly name: string;
  /** Names the account that pays; another account does not know its orders. */
  readonly account: string;
  /**
   * The current terms of each network; there are no payouts on a missing one.
   *
   * @throws ProviderError if it did not respond in time
   */
  terms(): Promise<PayoutTerms>;
  /** Hands an order over. Anything thrown means that nobody knows whether it arrived. */
  send(order: PayoutOrder): Promise<PayoutAnswer>;
  /** What became of an order, or `never_seen` where it certainly never arrived. */
  ask(id: string): Promise<PayoutAnswer | "never_seen">;
  /** What the messages that it sends us are signed with. */
  readonly webhookSecret: Buffer;
}
