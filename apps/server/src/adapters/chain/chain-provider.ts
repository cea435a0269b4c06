import type {
  DEPOSIT_NETWORKS,
  DepositAsset,
} from "@tessera/contract/money-movement/wallet.schemas";
import type { Tx } from "../../platform/context.ts";

export type ChainNetwork = (typeof DEPOSIT_NETWORKS)[number];

/** The assets that can be deposited on each network. */
export type AssetsByNetwork = Readonly<Partial<Record<ChainNetwork, readonly DepositAsset[]>>>;

/** A transfer to one of our addresses, with its confirmations. */
export interface ChainTransfer {
  readonly network: ChainNetwork;
  readonly transactionHash: string;
  /**
   * The place within the transaction, which stays the same if the transaction is mined again.
   * Together with the network and the hash, it identifies the transfer.
   */
  readonly logIndex: number;
  readonly address: string;
  /** The address that sent it, in the network's spelling, if the provider reports it. */
  readonly sender?: string;
  /**
   * If the transfer is not what its address was given out for: on which network and in which token
   * a payment was expected there, and what arrived.
   */
  readonly misdirected?: Misdirection | undefined;
  /** In hundredths of the token, rounded down. */
  readonly amountMinor: bigint;
  /** The whole amount, in the token's smallest unit, if the provider knows it. */
  readonly exact?: { readonly raw: bigint; readonly decimals: number } | undefined;
  /** Number of blocks on top of the transfer's block; 0 if that block is the newest. */
  readonly confirmations: number;
  /**
   * Number of confirmations that a transfer of this amount needs; if absent, the number that came
   * with the deposit's address applies.
   */
  readonly confirmationsRequired?: number;
  /** Whether the provider has not yet proven a transfer, which is not final until then. */
  readonly isWithheld?: boolean;
  /**
   * The provider's record of the transfer, if it knows reorganizations. The transfer gets another
   * record when it is mined again, and when the former one turns out to be wrong.
   */
  readonly record?: bigint;
}

/** What is different about a transfer on another network, or of another token, than expected. */
export interface Misdirection {
  /** The network that the address was given out for. */
  readonly expectedNetwork: ChainNetwork;
  /** The asset of the token that arrived. */
  readonly asset: string;
  /** Whether the token is not the one that was expected. */
  readonly isOtherToken: boolean;
  /** What recovering it costs, in hundredths of the token. */
  readonly costMinor: bigint;
}

/** How many confirmations transfers up to an amount need. */
export interface ConfirmationTier {
  /** In hundredths of the asset; undefined if there is no upper limit. */
  readonly upToMinor: bigint | undefined;
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
  /** The networks on which the provider has addresses. */
  readonly networks: readonly ChainNetwork[];
  /** The assets that are credited by themselves on each of them. */
  readonly assets: AssetsByNetwork;
  /** The confirmations that each network requires, if the provider knows them in advance. */
  readonly tiers?: Readonly<Partial<Record<ChainNetwork, readonly ConfirmationTier[]>>>;
  /**
   * Returns a deposit's address, which is always the same and never used for another deposit.
   *
   * @param deposit.amountMinor the amount expected there, in hundredths of the asset
   * @throws ProviderError if there was no response in time
   */
  addressFor(
    network: ChainNetwork,
    deposit: { readonly id: string; readonly asset: DepositAsset; readonly amountMinor: bigint },
  ): Promise<DepositAddress>;
  /**
   * Returns unacknowledged transfers to our addresses, oldest first. A transfer keeps being
   * returned until it is acknowledged, so nothing is lost in a crash before it is credited.
   *
   * @param limit maximum number of transfers
   * @param after the transfer to continue after, so that a backlog of unacknowledged transfers does
   * not hide later ones
   */
  unacknowledged(limit: number, after?: ChainTransfer): Promise<readonly ChainTransfer[]>;
  /**
   * Acknowledges a credited transfer, so that it is no longer returned. Does nothing if the
   * transfer has another record than this one.
   */
  acknowledge(transfer: ChainTransfer): Promise<void>;
  /**
   * Returns whether a transfer is still on the chain as it was returned, and keeps that true until
   * the transaction ends. Calls no other system.
   */
  stands(tx: Tx, transfer: ChainTransfer): Promise<boolean>;
  /**
   * Returns transfers whose block has left the chain since they were returned, oldest first. The
   * same transfer is not returned by {@link unacknowledged} until its retraction is settled.
   *
   * @param after the transfer to continue after
   */
  retracted(limit: number, after?: ChainTransfer): Promise<readonly ChainTransfer[]>;
  /**
   * Settles a retraction, in the transaction that takes the transfer back.
   *
   * @returns false if it was settled before, by another server for example. The transfer may be on
   * the chain again, so nothing may be taken back then.
   */
  settleRetraction(tx: Tx, transfer: ChainTransfer): Promise<boolean>;
}
