/** The parts of a chain's settings that decide what a transfer needs. */
interface Terms {
  readonly tiers: readonly {
    readonly upToMinor: bigint | undefined;
    readonly confirmations: number;
    readonly tag: "safe" | "finalized" | undefined;
  }[];
  readonly secondSourceAboveMinor: bigint | undefined;
}

/** What a transfer needs before it can be credited. */
export interface Requirements {
  readonly confirmations: number;
  /** The block that the chain must also call safe or finalized. */
  readonly tag: "safe" | "finalized" | undefined;
  /** Whether a second RPC server must report the same transfer. */
  readonly needsSecond: boolean;
}

/** Converts an amount in the token's smallest unit to hundredths, rounded down. */
export function hundredthsOfRaw(amountRaw: bigint, decimals: number): bigint {
  return amountRaw / 10n ** BigInt(decimals - 2);
}

/** Returns what a transfer of an amount, in hundredths, needs before it can be credited. */
export function requirementsOf({ tiers, ...terms }: Terms, amountMinor: bigint): Requirements {
  const tier = tiers.find(({ upToMinor }) => upToMinor === undefined || amountMinor <= upToMinor);
  if (tier === undefined) {
    throw new RangeError("no tier of confirmations applies to every amount");
  }
  const { secondSourceAboveMinor: limit } = terms;
  return {
    confirmations: tier.confirmations,
    tag: tier.tag,
    needsSecond: limit !== undefined && amountMinor > limit,
  };
}
