import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { HoldReason } from "@tessera/contract/insights/forecast.schemas";
import type { Presence } from "@tessera/contract/simulator/sandbox.schemas";

/** A merchant as identified by the network. */
export type NetworkMerchant = Omit<Merchant, "category">;

type Category = Merchant["category"];

/** Ranges of ISO 18245 merchant category codes, each with the category shown to users. */
const RANGES: readonly (readonly [first: number, last: number, category: Category])[] = [
  // Airlines, car rental companies and hotels each have their own code.
  [3000, 3999, "travel"],
  [4111, 4112, "travel"],
  [4121, 4121, "travel"],
  [4131, 4131, "travel"],
  [4411, 4411, "travel"],
  [4457, 4457, "travel"],
  [4468, 4468, "travel"],
  [4511, 4511, "travel"],
  [4582, 4582, "travel"],
  [4722, 4723, "travel"],
  [4784, 4784, "travel"],
  [4789, 4789, "travel"],
  [4816, 4816, "software"],
  [5045, 5045, "software"],
  [5200, 5200, "shopping"],
  [5211, 5271, "shopping"],
  [5300, 5499, "shopping"],
  [5611, 5733, "shopping"],
  [5734, 5735, "software"],
  [5815, 5818, "software"],
  [5931, 5999, "shopping"],
  [7011, 7012, "travel"],
  [7032, 7033, "travel"],
  [7311, 7311, "advertising"],
  [7333, 7333, "advertising"],
  [7372, 7379, "software"],
  [7512, 7519, "travel"],
  [7523, 7523, "travel"],
];

/** Returns the category shown to users for a merchant category code. */
export function categoryOf(mcc: string): Category {
  const code = Number(mcc);
  return RANGES.find(([first, last]) => code >= first && code <= last)?.[2] ?? "other";
}

const DAY_MS = 86_400_000;
const USUAL_DAYS = 7;
const LODGING_DAYS = 31;
/**
 * Days until a hold at a fuel pump expires. The pump determines the final amount within the hour.
 */
const FUEL_DAYS = 1;
const FUEL_PUMP = 5542;
/** Days until a hold expires, by presence, according to the network rules in effect since 2024. */
const DAYS_BY_PRESENCE: Readonly<Record<Presence, number>> = {
  present: 5,
  remote: 10,
  merchant: 5,
};

/**
 * Returns whether a code is for lodging, cruises or car rental, which authorize on arrival and
 * clear on departure.
 */
function isLongStay(code: number): boolean {
  return (
    (code >= 3351 && code <= 3999) ||
    (code >= 7011 && code <= 7012) ||
    (code >= 7032 && code <= 7033) ||
    (code >= 7512 && code <= 7519) ||
    code === 4411
  );
}

/**
 * Returns what determines the duration of a hold in a merchant category. `usual` means that
 * presence determines it.
 */
export function holdReason(mcc: string): HoldReason {
  const code = Number(mcc);
  return isLongStay(code) ? "long_stay" : code === FUEL_PUMP ? "fuel_pump" : "usual";
}

function holdDays(mcc: string, presence: Presence | undefined): number {
  const reason = holdReason(mcc);
  if (reason !== "usual") {
    return reason === "long_stay" ? LODGING_DAYS : FUEL_DAYS;
  }
  return presence === undefined ? USUAL_DAYS : DAYS_BY_PRESENCE[presence];
}

/**
 * Returns when the hold of an authorization made at `from` expires (decision 0028): after 31 days
 * for long stays, after 1 day at a fuel pump, and otherwise after 5 or 10 days depending on
 * presence, or 7 days if presence is unknown.
 */
export function holdExpiry(mcc: string, from: Date, presence?: Presence): Date {
  return new Date(from.getTime() + holdDays(mcc, presence) * DAY_MS);
}
