/** What a unit of gas costs, in wei (EIP-1559). */
export interface GasPrice {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Nodes require ten percent more for a replacement. */
const RAISE_PERCENT = 125n;

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function raised(fee: bigint): bigint {
  return (fee * RAISE_PERCENT + 99n) / 100n;
}

/**
 * Returns the fees of a new transaction: twice the base fee, so that it stays valid while the base
 * fee rises for six blocks, and the priority fee that the node suggests.
 *
 * @returns undefined if even the present base fee exceeds the ceiling
 */
export function firstFees(
  {
    baseFeePerGas,
    priorityFeePerGas,
  }: {
    readonly baseFeePerGas: bigint;
    readonly priorityFeePerGas: bigint;
  },
  ceiling: bigint,
): GasPrice | undefined {
  const least = baseFeePerGas + priorityFeePerGas;
  if (least > ceiling || ceiling <= 0n) {
    return undefined;
  }
  const wished = larger(2n * baseFeePerGas + priorityFeePerGas, 1n);
  return {
    maxFeePerGas: wished < ceiling ? wished : ceiling,
    maxPriorityFeePerGas: priorityFeePerGas,
  };
}

/**
 * Returns the fees of a replacement: both higher by a quarter, or as the chain asks for now if that
 * is more.
 *
 * @returns undefined if that exceeds the ceiling
 */
export function replacementFees(
  former: GasPrice,
  market: GasPrice | undefined,
  ceiling: bigint,
): GasPrice | undefined {
  const maxPriorityFeePerGas = larger(
    raised(former.maxPriorityFeePerGas),
    market?.maxPriorityFeePerGas ?? 0n,
  );
  const wished = larger(raised(former.maxFeePerGas), market?.maxFeePerGas ?? 0n);
  const maxFeePerGas = larger(wished, maxPriorityFeePerGas);
  return maxFeePerGas > ceiling ? undefined : { maxFeePerGas, maxPriorityFeePerGas };
}
