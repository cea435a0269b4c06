import type { Guard, Result } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import { Refusal } from "../refusal.ts";
import type { KeyUse } from "./key-use.ts";

/** The part of a window's name before the currency and the day. */
const WINDOW = "key";
const DAY_LENGTH = 10;

/** What a call made with a key would move. */
interface KeyMove {
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly at: Date;
}

/** How a key's ceilings apply to a movement. */
interface KeyLimits {
  /** Why the key cannot move this amount in any call. */
  readonly refusal: Refusal | undefined;
  /** Counts the amount toward the key's day, in the step that moves the money. */
  readonly guards: readonly Guard[];
}

function refusalOf(currency: CurrencyCode, amountMinor: bigint): Refusal {
  return new Refusal("api_key_ceiling_exceeded", { limit: { amountMinor, currency } });
}

/**
 * Returns how the ceilings of a key apply to a movement. A key moves nothing in a currency for
 * which it has no ceiling. Without a key, nothing applies.
 */
export function keyLimitsOf(
  key: KeyUse | undefined,
  { currency, amountMinor, at }: KeyMove,
): KeyLimits {
  if (key === undefined) {
    return { refusal: undefined, guards: [] };
  }
  const ceiling = key.ceilings.get(currency);
  if (ceiling === undefined || amountMinor > ceiling.perCallMinor) {
    return { refusal: refusalOf(currency, ceiling?.perCallMinor ?? 0n), guards: [] };
  }
  const day = at.toISOString().slice(0, DAY_LENGTH);
  const guard: Guard = {
    subject: key.id,
    window: `${WINDOW}-${currency}:${day}`,
    amountMinor,
    count: 1,
    maxAmountMinor: ceiling.perDayMinor,
  };
  return { refusal: undefined, guards: [guard] };
}

/**
 * Returns the refusal of a movement that exceeds a key's day, or undefined if the ledger refused it
 * for another reason.
 */
export function refusalOfKeyDay(
  key: KeyUse | undefined,
  movement: { readonly currency: CurrencyCode; readonly guards?: readonly Guard[] },
  result: Result,
): Refusal | undefined {
  if (result.outcome !== "refused" || result.reason !== "guard_exceeded") {
    return undefined;
  }
  const exceeded = movement.guards?.[result.guard?.index ?? -1];
  const isOfKey = key !== undefined && exceeded?.subject === key.id;
  return isOfKey ? refusalOf(movement.currency, exceeded.maxAmountMinor ?? 0n) : undefined;
}
