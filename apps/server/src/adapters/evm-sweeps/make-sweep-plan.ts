import { type Fees, serializeUnsigned } from "@tessera/payout-signing";
import type { EvmPayoutChain } from "../../platform/config/evm-payout-settings.ts";
import type { EvmChainSettings, EvmSettings } from "../../platform/config/evm-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import { spellAddress } from "../chain/read-address.ts";
import { readTokenBalances } from "../evm/read-token-balances.ts";
import { selectDepositAddresses, selectSwept } from "./evm-sweeps.repository.ts";
import { type FoundAddresses, readSweepable } from "./read-sweepable.ts";
import { type PlannedTransfer, planSweep } from "./sweep-plan.policy.ts";
import { walletsOf } from "./watch-sweeps.ts";

const MONTH_MS = 30 * 86_400_000;

/** Thrown if addresses must not be emptied to a wallet of the settings. */
export class SweepRefusedError extends Error {
  override readonly name = "SweepRefusedError";
}

/** Formats an amount of a token with all its decimals. */
export function formatRaw(amountRaw: bigint, decimals: number): string {
  const digits = amountRaw.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** What a plan says about one chain. Amounts are decimal strings, addresses have checksums. */
export interface ChainPlan {
  readonly network: string;
  readonly chainId: number;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  /** The most that the transactions cost, in wei. */
  readonly feesWei: string;
  /** What has to be sent to addresses first, in wei, so that they can pay their fees. */
  readonly funding: readonly { readonly to: string; readonly wei: string }[];
  readonly transactions: readonly PlannedTransaction[];
  /** What exceeds the hot wallet's ceiling. Operators decide; nothing signs it by itself. */
  readonly coldTransfer: ColdTransfer | null;
  readonly skipped: {
    readonly belowMinimum: number;
    readonly ofOtherKeys: number;
    readonly withoutWallet: readonly string[];
    readonly refusedByToken: readonly string[];
  };
  /** What was recorded as swept within 30 days. */
  readonly sweptLately: readonly SweptLately[];
}

interface PlannedTransaction {
  /** The path of the key below the account: cell and index. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
  readonly contract: string;
  readonly nonce: number;
  readonly gasLimit: string;
  /** The transaction without its signature (EIP-1559), to be signed with the key of the path. */
  readonly unsigned: string;
}

interface ColdTransfer {
  readonly from: string;
  readonly to: string;
  readonly asset: "USDT";
  readonly amount: string;
}

interface SweptLately {
  readonly asset: string;
  readonly destination: string;
  readonly transfers: number;
  readonly amount: string;
}

function presentTransfer(
  { chainId }: EvmChainSettings,
  transfer: PlannedTransfer,
  prices: Pick<Fees, "maxFeePerGas" | "maxPriorityFeePerGas">,
): PlannedTransaction {
  const { address, destination, contract, amountRaw, nonce, gasLimit } = transfer;
  const instruction = { chainId, token: contract, destination, amountRaw };
  return {
    path: `${transfer.cell}/${transfer.pathIndex}`,
    from: spellAddress(address),
    to: spellAddress(destination),
    asset: transfer.asset,
    amount: formatRaw(amountRaw, transfer.decimals),
    contract: spellAddress(contract),
    nonce,
    gasLimit: gasLimit.toString(),
    unsigned: serializeUnsigned({ instruction, fees: { nonce, gasLimit, ...prices } }),
  };
}

/** Reads what the hot wallet holds and may hold; undefined if it does not pay on this chain. */
async function readHot({ config: { payout } }: Context, chain: EvmChainSettings) {
  const paid: EvmPayoutChain | undefined =
    payout.provider === "evm"
      ? payout.chains.find(({ chainId }) => chainId === chain.chainId)
      : undefined;
  if (payout.provider !== "evm" || paid === undefined) {
    return undefined;
  }
  const { contract, decimals, ceilingMinor } = paid;
  const { amountsRaw } = await readTokenBalances(chain, { contract }, [payout.wallet]);
  const ceilingRaw = ceilingMinor * 10n ** BigInt(decimals - 2);
  return { address: payout.wallet, contract, decimals, heldRaw: amountsRaw[0] ?? 0n, ceilingRaw };
}

type Hot = NonNullable<Awaited<ReturnType<typeof readHot>>>;
type Context = Pick<AppContext, "config" | "db" | "clock">;

function coldTransferOf(hot: Hot | undefined, cold: string | undefined): ColdTransfer | null {
  return hot === undefined || cold === undefined || hot.heldRaw <= hot.ceilingRaw
    ? null
    : {
        from: spellAddress(hot.address),
        to: spellAddress(cold),
        asset: "USDT",
        amount: formatRaw(hot.heldRaw - hot.ceilingRaw, hot.decimals),
      };
}

async function sweptLately(context: Context, chain: EvmChainSettings): Promise<SweptLately[]> {
  const since = new Date(context.clock.now().getTime() - MONTH_MS);
  const rows = await selectSwept(context.db.kysely, BigInt(chain.chainId), since);
  return rows.flatMap(({ contract, destination, n, amount_raw: amountRaw }) => {
    const token = chain.tokens.find((one) => one.contract === contract);
    return token === undefined
      ? []
      : [
          {
            ...{ asset: token.asset, destination: spellAddress(destination), transfers: n },
            amount: formatRaw(BigInt(amountRaw), token.decimals),
          },
        ];
  });
}

/** Refuses wallets that are deposit addresses: what reached them would be credited to somebody. */
async function requireForeign(
  { db }: Context,
  { network }: EvmChainSettings,
  wallets: readonly string[],
): Promise<void> {
  const [own] = await selectDepositAddresses(db.kysely, wallets);
  if (own !== undefined) {
    throw new SweepRefusedError(`${network}: the wallet ${own} is a deposit address.`);
  }
}

function skippedOf(found: FoundAddresses, withoutWallet: readonly string[]) {
  return {
    belowMinimum: found.belowMinimum,
    ofOtherKeys: found.ofOtherKeys,
    withoutWallet: withoutWallet.map(spellAddress),
    refusedByToken: found.refused.map(spellAddress),
  };
}

/**
 * Plans how the deposit addresses of a chain are emptied.
 *
 * @throws RpcError if the chain cannot be read
 * @throws SweepRefusedError if there is no wallet, or one is a deposit address
 */
export async function makeSweepPlan(
  context: Context,
  { account }: Pick<EvmSettings, "account">,
  {
    chain,
    minimumMinor,
    maxFeePerGas,
  }: {
    readonly chain: EvmChainSettings;
    readonly minimumMinor: bigint;
    /** In wei; twice the chain's base fee if absent. */
    readonly maxFeePerGas: bigint | undefined;
  },
): Promise<ChainPlan> {
  const { hot: hotWallet, cold } = walletsOf(context, chain);
  const wallets = [hotWallet, cold].filter((one) => one !== undefined);
  const [destination] = wallets;
  if (destination === undefined) {
    throw new SweepRefusedError(
      `${chain.network}: the settings name no hot wallet and no coldWallet to empty addresses to.`,
    );
  }
  await requireForeign(context, chain, wallets);
  const asked = { chain, account, minimumMinor, destination };
  const found = await readSweepable(context.db.kysely, asked);
  const hot = await readHot(context, chain);
  const price = maxFeePerGas ?? found.maxFeePerGas;
  const isTipTooHigh = found.maxPriorityFeePerGas > price;
  const tip = isTipTooHigh ? price : found.maxPriorityFeePerGas;
  const prices = { maxFeePerGas: price, maxPriorityFeePerGas: tip };
  const plan = planSweep(found.sweepable, { hot, cold }, price);
  return {
    network: chain.network,
    chainId: chain.chainId,
    maxFeePerGas: prices.maxFeePerGas.toString(),
    maxPriorityFeePerGas: prices.maxPriorityFeePerGas.toString(),
    feesWei: plan.feesWei.toString(),
    funding: plan.funding.map(({ address, wei }) => {
      return { to: spellAddress(address), wei: wei.toString() };
    }),
    transactions: plan.transfers.map((one) => presentTransfer(chain, one, prices)),
    coldTransfer: coldTransferOf(hot, cold),
    skipped: skippedOf(found, plan.withoutWallet),
    sweptLately: await sweptLately(context, chain),
  };
}
