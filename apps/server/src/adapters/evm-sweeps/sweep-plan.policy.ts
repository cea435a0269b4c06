/** A deposit address that holds a token, and what its next transaction needs. */
export interface Sweepable {
  readonly address: string;
  readonly cell: number;
  readonly pathIndex: number;
  readonly asset: string;
  readonly contract: string;
  readonly decimals: number;
  readonly amountRaw: bigint;
  /** How many transactions the address has sent. */
  readonly usedNonces: number;
  /** What it holds of the chain's own coin, in wei. */
  readonly coinWei: bigint;
  readonly gasLimit: bigint;
}

/** One transfer of a plan: everything that an address holds of a token. */
export interface PlannedTransfer extends Sweepable {
  readonly nonce: number;
  readonly destination: string;
}

/** What an address needs of the chain's coin before its transfers can be sent, in wei. */
export interface NeededCoin {
  readonly address: string;
  readonly wei: bigint;
}

/** Where a token can go. What the hot wallet holds and may hold are in the token's raw unit. */
export interface SweepWallets {
  readonly hot:
    | {
        readonly address: string;
        readonly contract: string;
        readonly heldRaw: bigint;
        readonly ceilingRaw: bigint;
      }
    | undefined;
  readonly cold: string | undefined;
}

export interface SweepPlan {
  readonly transfers: readonly PlannedTransfer[];
  readonly funding: readonly NeededCoin[];
  /** The most that all transfers cost, in wei. */
  readonly feesWei: bigint;
  /** Addresses that hold a token for which there is no wallet. */
  readonly withoutWallet: readonly string[];
}

/** Returns whether a balance, in the token's smallest unit, is worth a transaction. */
export function isWorthSweeping(
  { amountRaw, decimals }: Pick<Sweepable, "amountRaw" | "decimals">,
  minimumMinor: bigint,
): boolean {
  return amountRaw > 0n && amountRaw >= minimumMinor * 10n ** BigInt(decimals - 2);
}

/** Orders the largest amount first, and equal ones by their paths. */
function byAmount(one: Sweepable, other: Sweepable): number {
  if (one.amountRaw === other.amountRaw) {
    return one.pathIndex - other.pathIndex;
  }
  return one.amountRaw > other.amountRaw ? -1 : 1;
}

function lessWei(one: bigint, other: bigint): bigint {
  return one > other ? one - other : 0n;
}

/**
 * Plans how deposit addresses are emptied, the largest balances first: into the hot wallet up to
 * its ceiling, and then into the cold one. Without a cold wallet, everything goes to the hot one.
 *
 * @param maxFeePerGas in wei
 */
export function planSweep(
  found: readonly Sweepable[],
  wallets: SweepWallets,
  maxFeePerGas: bigint,
): SweepPlan {
  const withoutWallet: string[] = [];
  const byAddress = new Map<string, { n: number; gas: bigint; coinWei: bigint }>();
  const transfers: PlannedTransfer[] = [];
  let hotRaw = wallets.hot?.heldRaw ?? 0n;
  const largestFirst = found.toSorted(byAmount);
  for (const one of largestFirst) {
    const { hot, cold } = wallets;
    const takesToken = hot?.contract === one.contract;
    const isFull = takesToken && hotRaw + one.amountRaw > hot.ceilingRaw;
    const destination = takesToken && !(isFull && cold !== undefined) ? hot.address : cold;
    if (destination === undefined) {
      withoutWallet.push(one.address);
      continue;
    }
    hotRaw += destination === hot?.address ? one.amountRaw : 0n;
    const former = byAddress.get(one.address) ?? { n: 0, gas: 0n, coinWei: one.coinWei };
    byAddress.set(one.address, { ...former, n: former.n + 1, gas: former.gas + one.gasLimit });
    transfers.push({ ...one, nonce: one.usedNonces + former.n, destination });
  }
  const needs = [...byAddress].map(([address, { gas, coinWei }]) => {
    return { address, feesWei: gas * maxFeePerGas, coinWei };
  });
  return {
    transfers,
    withoutWallet,
    funding: needs
      .map(({ address, feesWei, coinWei }) => ({ address, wei: lessWei(feesWei, coinWei) }))
      .filter(({ wei }) => wei > 0n),
    feesWei: needs.reduce((sum, { feesWei }) => sum + feesWei, 0n),
  };
}
