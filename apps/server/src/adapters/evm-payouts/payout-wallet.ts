import { randomUUID } from "node:crypto";
import type { EvmPayoutChain } from "../../platform/config/evm-payout-settings.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { RpcError } from "../evm/rpc-error.ts";
import { ProviderError } from "../providers/provider-error.ts";
import type { EvmPayoutRow } from "./evm-payouts.repository.ts";
import {
  insertWallet,
  leaseWallet,
  lockLeasedWallet,
  releaseWallet,
  selectWallet,
  setWalletFault,
  type WalletName,
  type WalletRow,
} from "./evm-wallets.repository.ts";
import type { PayoutSource } from "./payout-chain.ts";
import type { SignerClient } from "./signer-client.ts";

const LEASE_SECONDS = 30;

/** Why payouts are held up, as operators read it in a metric and the log. */
export type PayoutFault =
  | "signer"
  | "sources"
  | "refused_by_signer"
  | "not_approved"
  | "day_ceiling"
  | "fee_ceiling"
  | "token_balance"
  | "coin_balance"
  | "nonces";

/** Thrown if payouts wait for something that operators have to look at. */
export class PayoutsHeldUpError extends Error {
  readonly fault: PayoutFault;

  constructor(network: string, fault: PayoutFault) {
    super(`payouts on ${network} are held up: ${fault} (docs/providers/evm-payouts.md)`);
    this.name = "PayoutsHeldUpError";
    this.fault = fault;
  }
}

/** Thrown if another server has taken over the wallet: this one must write nothing more. */
class LeaseLostError extends ProviderError {}

/** What the work on one wallet needs. */
export interface PayoutParts {
  readonly context: AppContext;
  readonly chain: EvmPayoutChain;
  readonly wallet: string;
  readonly sources: readonly PayoutSource[];
  readonly signer: SignerClient;
  /** For how long one server alone works on the wallet, unless it extends this. */
  readonly leaseSeconds?: number;
  /** Who holds the lease; random, so that each server is somebody else. */
  readonly holder?: string;
}

/** The hot wallet on one chain, while this server may have the lease to use it. */
export class PayoutWallet {
  readonly parts: PayoutParts;
  readonly name: WalletName;
  readonly #by: string;

  constructor(parts: PayoutParts) {
    this.parts = parts;
    this.#by = parts.holder ?? randomUUID();
    this.name = { chain_id: BigInt(parts.chain.chainId), address: parts.wallet };
  }

  /** Takes or extends the lease. Creates the wallet's row at its first use. */
  async lease(): Promise<boolean> {
    const { context, leaseSeconds: seconds = LEASE_SECONDS } = this.parts;
    const lease = { by: this.#by, seconds };
    const { kysely } = context.db;
    if ((await selectWallet(kysely, this.name)) === undefined) {
      await this.#create();
    }
    return leaseWallet(kysely, this.name, lease);
  }

  /** Gives the lease back. */
  release(): Promise<void> {
    return releaseWallet(this.parts.context.db.kysely, this.name, this.#by);
  }

  /** All sources must agree on the first nonce, because a later one would never be executed. */
  async #create(): Promise<void> {
    const { context, chain } = this.parts;
    const used = await this.usedNonces();
    await insertWallet(context.db.kysely, {
      ...this.name,
      network: chain.network,
      next_nonce: BigInt(used),
      leased_by: null,
      leased_until: null,
      token_raw: null,
      coin_wei: null,
      read_at: null,
      fault: null,
    });
  }

  /**
   * Returns how many nonces the chain shows as used.
   *
   * @throws RpcError `sources_disagree`
   */
  async usedNonces(): Promise<number> {
    const counts = await Promise.all(
      this.parts.sources.map(async (source) => {
        await source.check();
        return source.usedNonces();
      }),
    );
    const [first] = counts;
    if (first === undefined || counts.some((count) => count !== first)) {
      throw new RpcError("sources_disagree", "the sources disagree on the wallet's next nonce");
    }
    return first;
  }

  /**
   * Writes something that depends on the lease.
   *
   * @throws LeaseLostError if another server has it by now
   */
  write<T>(work: (tx: Tx, row: WalletRow) => Promise<T>): Promise<T> {
    return inTransaction(this.parts.context.db, async (tx) => {
      const row = await lockLeasedWallet(tx, this.name, this.#by);
      if (row === undefined) {
        throw new LeaseLostError("another server uses the wallet");
      }
      return work(tx, row);
    });
  }

  /** Records why payouts are held up, so that metrics show it; undefined if they are not. */
  setFault(fault: PayoutFault | undefined): Promise<void> {
    return setWalletFault(this.parts.context.db.kysely, this.name, fault ?? null);
  }

  now(): Date {
    return this.parts.context.clock.now();
  }

  warn(payout: EvmPayoutRow, message: string, reason?: string): void {
    const facts = { withdrawal: payout.id, network: this.parts.chain.network, reason };
    this.parts.context.log.error(facts, message);
  }
}

/** Returns whether an error only means that another server works on the wallet. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLostError;
}
