import type { DEPOSIT_NETWORKS } from "@tessera/contract/money-movement/wallet.schemas";

export type ChainNetwork = (typeof DEPOSIT_NETWORKS)[number];

/** A transfer of USDT to one of our addresses, as far as its chain has confirmed it. */
export interface ChainTransfer {
  readonly network: ChainNetwork;
  readonly transactionHash: string;
  /** Which log of the transaction; with network and hash it names the transfer for ever. */
  readonly logIndex: number;
  readonly address: string;
  /** Hundredths of a USDT; dust below them is not counted. */
  readonly amountMinor: bigint;
  /** Blocks on top of it; 0 when it was only just seen. */
  readonly confirmations: number;
}

/** The address that a deposit is paid to. */
export interface DepositAddress {
  readonly address: string;
  /** Confirmations after which a transfer to it is final and can be credited. */
  readonly confirmationsRequired: number;
}

/** The chains that deposits arrive on. Calls may fail or take seconds: not in a transaction. */
export interface ChainProvider {
  /** Stable name of the provider, for logs. */
  readonly name: string;
  /** Names the account whose addresses these are; another account does not watch them. */
  readonly account: string;
  /**
   * Returns a deposit's address: always the same one, and never another deposit's.
   *
   * @throws ProviderError if it gave none in time
   */
  addressFor(network: ChainNetwork, depositId: string): Promise<DepositAddress>;
  /**
   * Transfers to our addresses that were not acknowledged yet, oldest first. Told again until
   * they are, so a crash between being told and crediting loses nothing.
   *
   * @param limit most transfers to tell at once
   * @param after goes on behind this one, so that those which stay do not hide the others
   */
  unacknowledged(limit: number, after?: ChainTransfer): Promise<readonly ChainTransfer[]>;
  /** Tells the provider that the transfer is credited and need not be told again. */
  acknowledge(transfer: ChainTransfer): Promise<void>;
}
