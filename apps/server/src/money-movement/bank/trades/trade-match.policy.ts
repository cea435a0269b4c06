/** What a bank wrote about a transaction. */
interface Written {
  readonly entry_key: string;
  readonly end_to_end_id: string | null;
  readonly transaction_ids: readonly string[];
  readonly creditor_references: readonly string[];
  readonly remittance: string;
}

/** A transaction and a side of a trade with the same currency, direction and amount. */
export interface TradePair {
  readonly entry: Written & { readonly id: string; readonly booked_on: string };
  /** The movement of the trade in the transaction's currency. */
  readonly movementId: string;
  /** What the bank calls the trade. */
  readonly bankReference: string;
  readonly recordedAt: Date;
}

const DAY_MS = 86_400_000;
/** How far apart a bank books its side and administrators record the trade, in days. */
export const TRADE_DAYS = 31;

const ALPHANUMERIC = /[\p{L}\p{N}]/u;

/** Returns whether a text contains a reference that is no part of a longer word. */
function contains(text: string, reference: string): boolean {
  const upper = text.toUpperCase();
  const wanted = reference.toUpperCase();
  let at = upper.indexOf(wanted);
  while (at >= 0) {
    const around = [upper.slice(0, at).slice(-1), upper.slice(at + wanted.length).slice(0, 1)];
    if (!around.some((letter) => ALPHANUMERIC.test(letter))) {
      return true;
    }
    at = upper.indexOf(wanted, at + 1);
  }
  return false;
}

/** Returns whether a transaction names a trade by the bank's reference, in any of its fields. */
export function namesTrade(entry: Written, bankReference: string): boolean {
  return [
    entry.entry_key.replace(/^[SE]:/, ""),
    entry.end_to_end_id ?? "",
    ...entry.transaction_ids,
    ...entry.creditor_references,
    entry.remittance,
  ].some((text) => contains(text, bankReference));
}

/** Returns how many days lie between a transaction's booking and the recording of a trade. */
export function daysApart(bookedOn: string, recordedAt: Date): number {
  const days = (recordedAt.getTime() - Date.parse(`${bookedOn}T12:00:00Z`)) / DAY_MS;
  return Math.round(Math.abs(days));
}

/**
 * Returns the pairs that are certain: the transaction names the trade, was booked within a month of
 * its recording, and neither of them has another such partner. Operators decide about the others.
 */
export function certainPairs<Pair extends TradePair>(pairs: readonly Pair[]): Pair[] {
  const likely = pairs.filter(
    ({ entry, bankReference, recordedAt }) =>
      namesTrade(entry, bankReference) && daysApart(entry.booked_on, recordedAt) <= TRADE_DAYS,
  );
  const byEntry = Map.groupBy(likely, ({ entry }) => entry.id);
  const bySide = Map.groupBy(likely, ({ movementId }) => movementId);
  return likely.filter(
    ({ entry, movementId }) =>
      byEntry.get(entry.id)?.length === 1 && bySide.get(movementId)?.length === 1,
  );
}
