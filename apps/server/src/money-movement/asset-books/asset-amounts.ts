import type { AccountId, AssetAccounts, TransferLeg } from "@tessera/ledger";

/** Millionths, in which the ledger keeps assets, in a hundredth of a token. */
const MICRO_PER_MINOR = 10_000n;
const MICRO_DECIMALS = 6;
/** The most that the ledger moves in one transfer. */
const MAX_TRANSFER = 99_999_999_999_999n;

/** An amount in a token's smallest unit. */
export interface ExactAmount {
  readonly raw: bigint;
  readonly decimals: number;
}

/** Converts an exact amount to millionths, rounded down. */
export function microOf({ raw, decimals }: ExactAmount): bigint {
  return decimals >= MICRO_DECIMALS
    ? raw / 10n ** BigInt(decimals - MICRO_DECIMALS)
    : raw * 10n ** BigInt(MICRO_DECIMALS - decimals);
}

/** Converts hundredths of a token to millionths. */
export function microOfMinor(minor: bigint): bigint {
  return minor * MICRO_PER_MINOR;
}

/** Converts millionths of a token to hundredths, rounded toward zero. */
export function minorOfMicro(micro: bigint): bigint {
  return micro / MICRO_PER_MINOR;
}

/** Formats millionths of a token with as many decimals as needed, but at least two. */
export function formatMicro(micro: bigint): string {
  const digits = (micro < 0n ? -micro : micro).toString().padStart(MICRO_DECIMALS + 1, "0");
  const whole = digits.slice(0, -MICRO_DECIMALS);
  const fraction = digits.slice(-MICRO_DECIMALS).replace(/0{1,4}$/, "");
  return `${micro < 0n ? "-" : ""}${whole}.${fraction}`;
}

/**
 * By how much a movement of an asset changes the program's accounts, in millionths. The chain's
 * change is the sum of the others.
 */
export interface AssetEffects {
  /** What the program holds on the chain. */
  readonly chain: bigint;
  /** What customers sold to the program; negative if they bought it. */
  readonly sold: bigint;
  /** What is kept below a hundredth, for a customer's next payment. */
  readonly dust: bigint;
  /** What the program keeps for its work, such as the recovery of a payment. */
  readonly fees: bigint;
}

/** A payment as it arrived, in hundredths except for `micro`. */
export interface ReceivedAsset {
  /** The payment's exact amount in millionths. */
  readonly micro: bigint;
  readonly amountMinor: bigint;
  readonly costMinor: bigint;
  /** What earlier payments left, in millionths. Below zero after some retractions. */
  readonly dustMicro: bigint;
}

/**
 * Returns what a customer's earlier remainders add to a payment, in whole hundredths, and the
 * movement of the asset. What a payment has below a hundredth is kept for the next one.
 */
export function receivedEffects({ micro, amountMinor, costMinor, dustMicro }: ReceivedAsset): {
  readonly carriedMinor: bigint;
  readonly effects: AssetEffects;
} {
  const remainder = micro - microOfMinor(amountMinor);
  const kept = dustMicro + remainder;
  const carriedMinor = kept > 0n ? minorOfMicro(kept) : 0n;
  const fees = microOfMinor(costMinor);
  return {
    carriedMinor,
    effects: {
      chain: micro,
      sold: microOfMinor(amountMinor + carriedMinor) - fees,
      dust: remainder - microOfMinor(carriedMinor),
      fees,
    },
  };
}

/**
 * Returns the movement of a payout.
 *
 * @param sentMinor what leaves the program on the chain, in hundredths
 */
export function paidEffects(sentMinor: bigint): AssetEffects {
  const micro = microOfMinor(sentMinor);
  return { chain: -micro, sold: -micro, dust: 0n, fees: 0n };
}

/** Returns the movement that undoes another one. */
export function reversedEffects({ chain, sold, dust, fees }: AssetEffects): AssetEffects {
  return { chain: -chain, sold: -sold, dust: -dust, fees: -fees };
}

/**
 * Returns the transfers of a movement of an asset. What the program holds is debited to
 * `chain_clearing`, so its balance in the ledger is negative.
 */
export function assetLegs(
  accounts: AssetAccounts,
  { chain, sold, dust, fees }: AssetEffects,
): TransferLeg[] {
  const changes: { readonly account: AccountId; left: bigint }[] = [
    { account: accounts.chain_clearing, left: -chain },
    { account: accounts.fx_position, left: sold },
    { account: accounts.dust, left: dust },
    { account: accounts.fees, left: fees },
  ];
  const legs: TransferLeg[] = [];
  for (const debit of changes) {
    for (const credit of changes) {
      while (debit.left < 0n && credit.left > 0n) {
        const amountMinor = least(-debit.left, credit.left, MAX_TRANSFER);
        legs.push({ type: "transfer", debit: debit.account, credit: credit.account, amountMinor });
        debit.left += amountMinor;
        credit.left -= amountMinor;
      }
    }
  }
  return legs;
}

function least(...amounts: readonly [bigint, ...bigint[]]): bigint {
  let smallest = amounts[0];
  for (const one of amounts) {
    if (one < smallest) {
      smallest = one;
    }
  }
  return smallest;
}
