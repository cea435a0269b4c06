import { closeCase } from "../../back-office/cases/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { noteDepositDebt } from "../deposits/index.ts";
import type { EntryRow } from "./bank.tables.ts";
import { reversalMovement } from "./bank-movements.ts";
import { lockNamed, lockReturning, updateEntry } from "./entries.repository.ts";
import { selectCustomerAccounts } from "./payers.repository.ts";
import { postBankMovement } from "./post-bank-movement.ts";
import { returnReferencesIn } from "./return-reference.policy.ts";
import { creditToReverse } from "./reversal.policy.ts";

function returnReferencesOf(debit: EntryRow): string[] {
  const { remittance, end_to_end_id: endToEndId, creditor_references: references } = debit;
  return returnReferencesIn([remittance, endToEndId ?? "", ...references]);
}

/** Returns whether a debit may belong to a credit. Otherwise, nothing explains it. */
export function mayBelongToCredit(debit: EntryRow): boolean {
  return debit.is_reversal || returnReferencesOf(debit).length > 0;
}

/**
 * Decides about money that left the account: it pays a return that was instructed, takes back a
 * credit, or nothing explains it. In the last case it stays in `suspense` until it is explained.
 */
export async function settleDebit(context: AppContext, tx: Tx, debit: EntryRow): Promise<void> {
  if (debit.is_reversal) {
    const credit = creditToReverse(debit, await lockNamed(tx, debit));
    if (credit !== undefined) {
      await reverse(context, tx, debit, credit);
      return;
    }
  }
  const returning = await lockReturning(tx, debit, returnReferencesOf(debit));
  const at = context.clock.now();
  if (returning === undefined) {
    await updateEntry(tx, debit.id, { state: "outflow", changed_at: at });
    return;
  }
  await endCases(context, tx, returning);
  await pair(tx, { debit, credit: returning, at, states: ["returned", "return_paid"] });
}

/** Ends what operators were deciding about a credit whose money has left again. */
async function endCases(context: AppContext, tx: Tx, { id: subjectId }: EntryRow): Promise<void> {
  for (const kind of ["bank_transfer", "bank_assignment"] as const) {
    await closeCase(context, tx, { kind, subjectId }, "expired");
  }
}

interface Pair {
  readonly debit: EntryRow;
  readonly credit: EntryRow;
  readonly at: Date;
  readonly states: readonly ["returned", "return_paid"] | readonly ["reversed", "reversal"];
  readonly movementId?: string;
}

/** Marks a credit and the debit that ends it. */
async function pair(tx: Tx, { debit, credit, at, states, movementId }: Pair): Promise<void> {
  const [ofCredit, ofDebit] = states;
  await updateEntry(tx, credit.id, {
    state: ofCredit,
    counterpart_id: debit.id,
    changed_at: at,
  });
  await updateEntry(tx, debit.id, {
    state: ofDebit,
    counterpart_id: credit.id,
    customer_id: credit.customer_id,
    ...(movementId !== undefined && { movement_id: movementId }),
    changed_at: at,
  });
}

/**
 * Takes a credit back. If a customer had been credited, takes the money from the account, and what
 * is missing becomes the customer's debt. Otherwise, only ends what waits for a decision.
 */
async function reverse(
  context: AppContext,
  tx: Tx,
  debit: EntryRow,
  credit: EntryRow,
): Promise<void> {
  const at = context.clock.now();
  const states = ["reversed", "reversal"] as const;
  const { customer_id: customerId, movement_id: creditId } = credit;
  if (customerId === null || creditId === null) {
    await endCases(context, tx, credit);
    await pair(tx, { debit, credit, at, states });
    return;
  }
  const accounts = await selectCustomerAccounts(tx, customerId, debit.currency);
  const movement = reversalMovement({ debit, customerId, creditId, at, ...accounts });
  await postBankMovement(context, tx, movement);
  await pair(tx, { debit, credit, at, states, movementId: movement.id });
  const [owed] = await context.ledger.balances(tx, [accounts.receivable]);
  if ((owed?.postedMinor ?? 0n) < 0n) {
    await noteDepositDebt(tx, { customerId, currency: debit.currency });
  }
}
