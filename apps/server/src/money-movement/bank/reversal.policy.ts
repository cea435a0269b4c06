import type { BankEntryState } from "@tessera/contract/money-movement/bank.schemas";

/** What decides whether a reversal takes a credit back. */
export interface NamedCredit {
  readonly state: BankEntryState;
  readonly customer_id: string | null;
  readonly party_account: string | null;
  readonly transaction_ids: readonly string[];
}

/** A debit by which the bank takes back a credit. */
export type Reversal = Pick<NamedCredit, "party_account" | "transaction_ids">;

/** States of a credit whose money the bank has, and has neither taken back nor seen returned. */
const REVERSIBLE: ReadonlySet<BankEntryState> = new Set([
  ...(["credited", "reviewing", "unmatched", "returning"] as const),
]);

/** Keeps the items that satisfy a condition, or all of them if none does. */
function preferring<T>(items: readonly T[], holds: (item: T) => boolean): readonly T[] {
  const preferred = items.filter(holds);
  return preferred.length === 0 ? items : preferred;
}

/**
 * Returns the credit that a reversal takes back. Credits that the bank names are preferred to those
 * that only share the id which the payer chose, and those of the same payer to others. If several
 * are left, it must not matter which one it is: all belong to one customer. Undefined if nobody can
 * say which one is meant, so that no customer pays for another one's reversal.
 *
 * @param named the credits of the same amount that carry one of its ids, whatever became of them,
 * newest first
 */
export function creditToReverse<Credit extends NamedCredit>(
  reversal: Reversal,
  named: readonly Credit[],
): Credit | undefined {
  const byBank = preferring(named, (credit) =>
    credit.transaction_ids.some((id) => reversal.transaction_ids.includes(id)),
  );
  const meant = preferring(
    byBank,
    ({ party_account: account }) => account !== null && account === reversal.party_account,
  );
  const customers = new Set(meant.map((credit) => credit.customer_id));
  const isCertain = meant.length === 1 || (customers.size === 1 && !customers.has(null));
  return isCertain ? meant.find(({ state }) => REVERSIBLE.has(state)) : undefined;
}
