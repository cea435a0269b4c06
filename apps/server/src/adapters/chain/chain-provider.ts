import type { DEPOSIT_NETWORKS } from "@tessera/contract/money-movement/wallet.schemas";

export type ChainNetwork = (typeof DEPOSIT_NETWORKS)[number];

/** A transfer of USDT to one of our addresses, with its confirmations. */
export interface ChainTransfer {
  readonly network: ChainNetwork;
  readonly transactionHash: string;
  /**
   * The log index within the transaction. Together with the network and the hash, it identifies the
   * transfer.
   */
  readonly logIndex: number;
  readonly address: string;
  /** In hundredths of a USDT, rounded down. */
  readonly amountMinor: bigint;
  /** Number of blocks on top of the transfer's block; 0 if that block is the newest. */
  readonly confirmations: number;
}

/** The address that a deposit is paid to. */
export interface DepositAddress {
  readonly address: string;
  /** Number of confirmations after which a transfer to the address is final and can be credited. */
  readonly confirmationsRequired: number;
}

/**
 * The chains through which deposits arrive. Calls may fail or take seconds, so never make them in a
 * transaction.
 */
export interface ChainProvider {
  /** A stable name for the provider, for logs. */
  readonly name: string;
  /** Identifies the account that owns the addresses. No other account watches them. */
  readonly account: string;
  /**
   * Returns a deposit's address, which is always the same and never used for another deposit.
   *
   * @throws ProviderError if there was no response in time
   */
  addressFor(network: ChainNetwork, depositId: string): Promise<DepositAddress>;
  /**
   * Returns unacknowledged transfers to our addresses, oldest first. A transfer keeps being
   * returned until it is acknowledged, so nothing is lost in a crash before it is credited.
   *
   * @param limit maximum number of transfers
   * @param after the transfer to continue after, so that a backlog of unacknowledged transfers does
   * not hide later ones
   */
  unacknowledged(limit: number, after?: ChainTransfer): Promise<readonly ChainTransfer[]>;
  /** Acknowledges a credited transfer, so that it is no longer returned. */
  acknowledge(transfer: ChainTransfer): Promise<void>;
}
