/** A message paired with a payment that it may belong to. Amounts are in minor units. */
interface Pair {
  readonly sameMerchant: boolean;
  readonly sameAmount: boolean;
  readonly createdAt: Date;
}

/** Returns whether two merchant names are equal, ignoring case and spaces. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.trim().replace(/\s+/g, " ").toUpperCase();
  return plain(one) === plain(other);
}

/**
 * Orders candidates by likelihood: the same merchant, then the same amount, then newer payments.
 */
export function byLikelihood(a: Pair, b: Pair): number {
  const weight = ({ sameMerchant, sameAmount }: Pair) =>
    (sameMerchant ? 2 : 0) + (sameAmount ? 1 : 0);
  return weight(b) - weight(a) || b.createdAt.getTime() - a.createdAt.getTime();
}
