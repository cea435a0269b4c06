import { DEPOSIT_NETWORKS } from "@tessera/contract/money-movement/wallet.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import type {
  AssetsByNetwork,
  ChainNetwork,
  ChainProvider,
  ChainTransfer,
} from "./chain-provider.ts";
import { ACCOUNT_BYTES, evmAddress, tronAddress } from "./deposit-address.ts";
import {
  acknowledgeTransfer,
  confirmOpenTransfers,
  insertTransfer,
  lockStandingTransfer,
  moveTransfer,
  selectOpenTransfers,
  selectRetractedTransfers,
  settleRetractedTransfer,
  type TransferRow,
} from "./sandbox-chain.repository.ts";

/**
 * Number of confirmations after which a transfer is final, as commonly required by exchanges.
 */
const CONFIRMATIONS: Readonly<Record<ChainNetwork, number>> = {
  TRC20: 20,
  ERC20: 12,
  BEP20: 15,
  BASE: 60,
  POLYGON: 128,
};
/** Where the issuers of the assets, or BNB Smart Chain's bridge, have a contract. */
const ASSETS: AssetsByNetwork = {
  TRC20: ["USDT"],
  ERC20: ["USDT", "USDC"],
  BEP20: ["USDT", "USDC"],
  BASE: ["USDC"],
  POLYGON: ["USDT", "USDC"],
};

/** A provider for a simulated chain, on which transfers can be sent and blocks mined. */
export interface SandboxChain extends ChainProvider {
  /** Sends a transfer on the chain, either unconfirmed or immediately final. */
  send(
    tx: Tx,
    transfer: { network: ChainNetwork; address: string; amountMinor: bigint; confirmed?: boolean },
  ): Promise<ChainTransfer>;
  /** Takes a transfer off the chain, as a reorganization does. */
  drop(transfer: ChainTransfer): Promise<void>;
  /** Mines a dropped transfer again, in a new block. */
  restore(transfer: ChainTransfer): Promise<void>;
  /** Mines one more block on every chain. */
  mine(): Promise<void>;
  /** Returns the number of confirmations after which a transfer is final. */
  confirmationsRequired(network: ChainNetwork): number;
}

/** Returns an address on a network that nobody has the key of. */
function addressOn(network: ChainNetwork, bytes: Uint8Array): string {
  const account = bytes.subarray(0, ACCOUNT_BYTES);
  return network === "TRC20" ? tronAddress(account) : evmAddress(account);
}

function asTransfer(row: TransferRow): ChainTransfer {
  return {
    network: row.network,
    transactionHash: row.transaction_hash,
    logIndex: row.log_index,
    address: row.address,
    amountMinor: row.amount_minor,
    exact: { raw: row.amount_minor, decimals: 2 },
    confirmations: row.confirmations,
  };
}

/**
 * Creates a simulated chain in the database. Addresses are derived from the server's key, sandbox
 * users send transfers, and blocks are mined on request. Like a real chain, it survives a server
 * restart.
 */
export function sandboxChain(context: AppContext): SandboxChain {
  const { db, keys } = context;
  /** Reports a transfer, with the same sender each time that a deposit is paid. */
  const report = (row: TransferRow): ChainTransfer => {
    const bytes = keys.hmac("sandbox-chain", `sender ${row.network} ${row.address}`);
    return { ...asTransfer(row), sender: addressOn(row.network, bytes) };
  };
  return {
    name: "sandbox",
    account: "sandbox",
    networks: DEPOSIT_NETWORKS,
    assets: ASSETS,
    tiers: Object.fromEntries(
      DEPOSIT_NETWORKS.map((network) => [
        network,
        [{ upToMinor: undefined, confirmations: CONFIRMATIONS[network] }],
      ]),
    ),
    async addressFor(network, { id: depositId }) {
      const bytes = keys.hmac("sandbox-chain", `address ${network} ${depositId}`);
      return {
        address: addressOn(network, bytes),
        confirmationsRequired: CONFIRMATIONS[network],
      };
    },
    confirmationsRequired: (network) => CONFIRMATIONS[network],
    async unacknowledged(limit, after) {
      return (await selectOpenTransfers(db.kysely, limit, after)).map(report);
    },
    acknowledge: (transfer) =>
      acknowledgeTransfer(db.kysely, { ...transfer, at: context.clock.now() }),
    async send(tx, { network, address, amountMinor, confirmed = false }) {
      const id = newId(context.clock.now());
      const hash = keys.hmac("sandbox-chain", `transaction ${id}`).toString("hex");
      const row: TransferRow = {
        id,
        network,
        transaction_hash: network === "TRC20" ? hash : `0x${hash}`,
        log_index: 0,
        address,
        amount_minor: amountMinor,
        confirmations: confirmed ? CONFIRMATIONS[network] : 0,
        acknowledged_at: null,
        retracted_at: null,
        retraction_settled_at: null,
      };
      await insertTransfer(tx, row);
      return report(row);
    },
    // A payment that is seen at once was sent in this transaction.
    stands: lockStandingTransfer,
    async retracted(limit, after) {
      // A settled retraction is no longer listed, so the first page is the next one.
      return after === undefined
        ? (await selectRetractedTransfers(db.kysely, limit)).map(report)
        : [];
    },
    settleRetraction: (tx, transfer) => settleRetractedTransfer(tx, transfer, context.clock.now()),
    drop: (transfer) => moveTransfer(db.kysely, transfer, context.clock.now()),
    restore: (transfer) => moveTransfer(db.kysely, transfer, null),
    mine: () => confirmOpenTransfers(db.kysely),
  };
}
