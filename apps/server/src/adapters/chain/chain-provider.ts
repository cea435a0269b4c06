import type { DEPOSIT_NETWORKS } from "@tessera/contract/money-movement/wallet.schemas";

export type ChainNetwork = (typeof DEPOSIT_NETWORKS)[number];

/** A transfer of USDT to one of our addresses, with its confirmations. */
export interface ChainTransfer {
  readonly network: ChainNetwork;
  readonly transactionHash: string;
  /** The log index in the transaction; with network and hash it identifies the transfer. */
  readonly logIndex: number;
  readonly address: string;
  /** Hundredths of a USDT, rounded down. */
  readonly amountMinor: bigint;
  /** Blocks on top of the transfer's block; 0 when it was just seen. */
  readonly confirmations: number;
}

/** The address that a deposit is paid to. */
export interface DepositAddress {
  readonly address: string;
  /** Confirmations after which a transfer to it is final and can be credited. */
  readonly confirmationsRequired: number;
}

/**
 * The chains on which deposits arrive. Calls may fail or take seconds: never call them in a
 * transaction.
 */
export interface ChainProvider {
  /** Stable name of the provider, for logs. */
  readonly name: string;
  /** Identifies the account that the addresses belong to; another account does not watch them. */
  readonly account: string;
  /**
   * Returns a deposit's address: always the same one, and never another deposit's.
   *
   * @throws ProviderError if there was no response in time
   */
  addressFor(network: ChainNetwork, depositId: string): Promise<DepositAddress>;
  /**
   * Returns transfers to our addresses that are not acknowledged, oldest first. They are returned
   * again until they are, so a crash before crediting loses nothing.
   *
   * @param limit maximum number of transfers
   * @param after continues after this one, so that unacknowledged ones do not hide the others
   */
  unacknowledged(limit: number, after?: ChainTransfer): Promise<readonly ChainTransfer[]>;
  /** Acknowledges a credited transfer, which is then no longer returned. */
  acknowledge(transfer: ChainTransfer): Promise<void>;
}
