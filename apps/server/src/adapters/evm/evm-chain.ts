import {
  depositChainsOf,
  type EvmChainSettings,
  type EvmSettings,
  type ReadNetwork,
} from "../../platform/config/evm-settings.ts";
import { publicKeyAt } from "../../platform/config/xpub.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type {
  AssetsByNetwork,
  ChainNetwork,
  ChainProvider,
  ChainTransfer,
  Misdirection,
} from "../chain/chain-provider.ts";
import { evmAddressOf, tronAddress } from "../chain/deposit-address.ts";
import { spellAddress } from "../chain/read-address.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { insertAddress, selectAddressOf, takePathIndex } from "./evm-addresses.repository.ts";
import { requirementsOf } from "./evm-amounts.policy.ts";
import { selectChain } from "./evm-chains.repository.ts";
import {
  type AddressedTransfer,
  acknowledgeTransfer,
  lockStandingTransfer,
  type OpenTransfer,
  selectOpenTransfers,
  selectRetracted,
  settleRetractions,
  type TransferName,
} from "./evm-transfers.repository.ts";

/** Returns an address as its network spells it: TRON has its own spelling of the same bytes. */
function spellOn(network: ReadNetwork, address: string): string {
  return network === "TRC20"
    ? tronAddress(Buffer.from(address.slice(2), "hex"))
    : spellAddress(address);
}

function nameOf(transfer: ChainTransfer): TransferName {
  return {
    // The provider reports transfers on its own networks only.
    network: transfer.network as ReadNetwork,
    transactionHash: transfer.transactionHash,
    place: transfer.logIndex,
  };
}

/** Returns the id of the row that a transfer was read from. */
function recordOf({ transactionHash, record }: ChainTransfer): bigint {
  if (record === undefined) {
    throw new Error(`the transfer ${transactionHash} was not read by this provider`);
  }
  return record;
}

/** Returns what is different about a transfer than its address was given out for. */
function misdirectionOf(
  { network, asset, contract, meant, meant_asset: meantAsset }: AddressedTransfer,
  chains: readonly EvmChainSettings[],
): Misdirection | undefined {
  const chain = chains.find((one) => one.network === network);
  const expectedNetwork = meant ?? network;
  const token = chain?.tokens.find((one) => one.contract === contract);
  // A token can have the asset's name and not be the one that is deposited, as a bridged one.
  const isOtherToken = token?.isDeposited !== true || asset !== (meantAsset ?? asset);
  const isExpected = expectedNetwork === network && !isOtherToken;
  return isExpected || chain === undefined
    ? undefined
    : { expectedNetwork, asset, isOtherToken, costMinor: chain.recoveryCostMinor };
}

/** Returns a transfer's whole amount. The decimals are unknown if its token was removed. */
function exactOf(
  { network, asset, amount_raw: raw }: AddressedTransfer,
  chains: readonly EvmChainSettings[],
): ChainTransfer["exact"] {
  const { tokens = [] } = chains.find((one) => one.network === network) ?? {};
  const decimals = tokens.find((token) => token.asset === asset)?.decimals;
  return decimals === undefined ? undefined : { raw: BigInt(raw), decimals };
}

function presentTransfer(
  row: AddressedTransfer | OpenTransfer,
  chains: readonly EvmChainSettings[],
): ChainTransfer & { readonly record: bigint } {
  return {
    misdirected: misdirectionOf(row, chains),
    network: row.network,
    transactionHash: row.transaction_hash,
    logIndex: row.place,
    // A payment on another network is found by the address that was given out.
    address: spellOn(row.meant ?? row.network, row.address),
    sender: spellOn(row.network, row.sender),
    amountMinor: row.amount_minor,
    exact: exactOf(row, chains),
    confirmations: "confirmations" in row ? Number(row.confirmations) : 0,
    confirmationsRequired: row.confirmations_required,
    isWithheld: row.verified_at === null,
    record: row.id,
  };
}

/** Derives a new address and stores it for a deposit. */
async function deriveAddress(
  { clock, config, db }: AppContext,
  { xpub, tron, account: wallet }: EvmSettings,
  deposit: { readonly id: string; readonly network: ReadNetwork; readonly asset: string },
): Promise<void> {
  const { cell } = config;
  const index = await takePathIndex(db.kysely);
  // Stored as in logs, in lower case.
  const key = deposit.network === "TRC20" ? (tron?.xpub ?? xpub) : xpub;
  const address = evmAddressOf(publicKeyAt(key, { cell, index })).toLowerCase();
  const row = {
    deposit_id: deposit.id,
    network: deposit.network,
    asset: deposit.asset,
    wallet,
    cell,
    path_index: index,
    address,
    created_at: clock.now(),
  };
  await inTransaction(db, (tx) => insertAddress(tx, row));
}

/** Lists the assets that can be deposited on each chain. */
function assetsOn(chains: readonly EvmChainSettings[]): AssetsByNetwork {
  return Object.fromEntries(
    chains.map(({ network, tokens }) => [
      network,
      tokens.filter(({ isDeposited }) => isDeposited).map(({ asset }) => asset),
    ]),
  );
}

/**
 * Creates a chain provider that finds deposits on EVM chains itself (docs/providers/evm.md). It
 * derives addresses from a public key, and reports what the watchers of the chains have stored.
 */
export function evmChain(context: AppContext, settings: EvmSettings): ChainProvider {
  const { db, clock } = context;
  const { account } = settings;
  const chains = depositChainsOf(settings);
  const chainIds = chains.map(({ chainId }) => BigInt(chainId));

  /** Requires that a payment to a new address would be found. */
  async function requireFollowed(network: ChainNetwork) {
    const chain = chains.find((one) => one.network === network);
    if (chain === undefined) {
      throw new ProviderError(`no chain is configured for ${network}`);
    }
    const state = await selectChain(db.kysely, BigInt(chain.chainId));
    if (state === undefined || state.halted !== null) {
      throw new ProviderError(`the chain of ${network} is not followed at present`);
    }
    return chain;
  }

  return {
    name: "evm",
    account,
    networks: chains.map(({ network }) => network),
    assets: assetsOn(chains),
    tiers: Object.fromEntries(chains.map(({ network, tiers }) => [network, tiers])),
    async addressFor(network, { id: depositId, asset, amountMinor }) {
      const chain = await requireFollowed(network);
      const key = { depositId, wallet: account };
      if ((await selectAddressOf(db.kysely, key)) === undefined) {
        await deriveAddress(context, settings, {
          id: depositId,
          network: chain.network,
          asset,
        });
      }
      const address = await selectAddressOf(db.kysely, key);
      if (address === undefined) {
        throw new ProviderError("another key has an address for this deposit");
      }
      const { confirmations } = requirementsOf(chain, amountMinor);
      const spelled = spellOn(chain.network, address);
      return { address: spelled, confirmationsRequired: confirmations };
    },
    async unacknowledged(limit, after) {
      const asked = { chainIds, limit, after: after && nameOf(after) };
      return (await selectOpenTransfers(db.kysely, asked)).map((row) =>
        presentTransfer(row, chains),
      );
    },
    acknowledge: (transfer) => acknowledgeTransfer(db.kysely, recordOf(transfer), clock.now()),
    stands: (tx: Tx, transfer) => lockStandingTransfer(tx, recordOf(transfer)),
    async retracted(limit, after) {
      const asked = { chainIds, limit, after: after && nameOf(after) };
      return (await selectRetracted(db.kysely, asked)).map((row) => presentTransfer(row, chains));
    },
    settleRetraction: (tx: Tx, transfer) => settleRetractions(tx, nameOf(transfer), clock.now()),
  };
}
