import type { DEPOSIT_NETWORKS } from "@tessera/contract/money-movement/wallet.schemas";

export type ChainNetwork = (typeof DEPOSIT_NETWORKS)[number];

/** A transfer of USDT to one of our addresses, with its confirmations. */
export interface ChainTransfer {
  readonly network: ChainNetwork;
  readonly transactionHash: string;
  /**
   * The log index within the transaction. Together with the network and hash, it identifies the
   * transfer.
   */
  readonly logIndex: number;
  readonly address: string;
  /** In hundredths of a USDT, rounded down. */
  readonly amountMinor: bigint;
  /** Number of blocks on top of the transfer's block; 0 while that block is the newest. */
  readonly confirmations: number;
}

/** The address to which a deposit is paid. */
export interface DepositAddress {
  readonly address: string;
  /** Number of confirmations after which a transfer to the address is final and can be credited. */
  readonly confirmationsRequired: number;
}

/**
 * The chains on which deposits arrive. Calls may fail or take seconds, so never make them in a
 * transaction.
 */
export interface ChainProvider {
  /** Stable name of the provider, for logs. */
  readonly name: string;
  /** Identifies the account that owns the addresses; no other account watches them. */
  readonly account: string;
  /**
   * Returns a deposit's address: always the same address, and never one used for another deposit.
   *
   * @throws ProviderError if there was no response in time
   */
  addressFor(network: ChainNetwork, depositId: string): Promise<DepositAddress>;
  /**
   * Returns unacknowledged transfers to our addresses, oldest first. A transfer is returned until
   * it is acknowledged, so a crash before crediting loses nothing.
   *
   * @param limit maximum number of transfers
   * @param after the transfer to continue after, so that unacknowledged transfers do not hide later
   * ones
   */
  unacknowledged(limit: number, after?: ChainTransfer): Promise<readonly ChainTransfer[]>;
  /** Acknowledges a credited transfer so that it is no longer returned. */
  acknowledge(transfer: ChainTransfer): Promise<void>;
}
