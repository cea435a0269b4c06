import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { leaveAllCompanies } from "../companies/index.ts";
import { isSuspendedNow, peopleOfCustomer } from "../people/index.ts";
import { removeLostFactors } from "../second-factor/index.ts";
import { lockCustomer } from "../security-hold/index.ts";
import { endSessionsOf } from "../sessions/index.ts";
import { presentAmounts } from "./account-closing.presenter.ts";
import type { ClosingAmountRow, ClosingRow } from "./account-closing.tables.ts";
import {
  lockClosing,
  selectAmounts,
  setLeft,
  updateClosing,
} from "./account-closings.repository.ts";
import { type Amounts, endWaitsFor, isCovered } from "./closing.policy.ts";
import { tellOfClosing, tellOfWaiting } from "./closing-mails.ts";
import { namedOf } from "./read-closing.ts";
import { readObstacles, readRemaining } from "./read-things.ts";

const ACTOR = "account closing";

/**
 * Closes an account after its cooling-off period, as soon as no card is open, nothing is pending,
 * nothing is owed, and no more money is left than was confirmed. Ends the customer's sessions and
 * removes their second factors; from then on, signing in returns `account_closed`. The remaining
 * money stays in the ledger, as does any money that arrives later.
 *
 * Emails the customer once if the closure cannot proceed without them.
 */
export async function finishClosing(
  context: AppContext,
  due: Pick<ClosingRow, "id" | "customer_id">,
): Promise<void> {
  const signOut = await inTransaction(context.db, async (tx) => {
    // Any transaction that checks whether the account is closed has either committed by now or
    // waits for this transaction.
    await lockCustomer(tx, due.customer_id);
    const row = await lockClosing(tx, due.id);
    const isReady =
      row?.cancelled_at === null && row.closed_at === null && row.settling_at !== null;
    return isReady ? finishWithin(context, tx, row) : undefined;
  });
  await signOut?.();
}

async function finishWithin(
  context: AppContext,
  tx: Tx,
  row: ClosingRow,
): Promise<(() => Promise<void>) | undefined> {
  const { customer_id: customerId } = row;
  if (await isSuspendedNow(tx, customerId)) {
    return undefined;
  }
  const waits = (await readObstacles(tx, customerId)).filter(({ kind }) => endWaitsFor(kind));
  const amounts = await selectAmounts(tx, row.id);
  const remaining = await readRemaining(tx, customerId);
  const owes = waits.some(({ kind }) => kind === "debt");
  if (owes || !isCovered(remaining, namedOf(amounts))) {
    await mailOnce(context, tx, row, { owes, remaining, isSettled: waits.length === 0 });
    return undefined;
  }
  return waits.length > 0 ? undefined : close(context, tx, { row, amounts, remaining });
}

/**
 * Emails the customer once, but not until every card has settled, since a card may still use the
 * money.
 */
async function mailOnce(
  context: AppContext,
  tx: Tx,
  row: ClosingRow,
  found: { readonly owes: boolean; readonly remaining: Amounts; readonly isSettled: boolean },
): Promise<void> {
  const { owes, remaining: amounts, isSettled } = found;
  if (row.waiting_mailed_at !== null || !(owes || isSettled)) {
    return;
  }
  await updateClosing(tx, row.id, { waiting_mailed_at: context.clock.now() });
  await tellOfWaiting(context, tx, { row, amounts, owes });
}

async function close(
  context: AppContext,
  tx: Tx,
  closing: {
    readonly row: ClosingRow;
    readonly amounts: readonly ClosingAmountRow[];
    readonly remaining: Amounts;
  },
): Promise<() => Promise<void>> {
  const { row, amounts, remaining } = closing;
  const { id, customer_id: customerId } = row;
  for (const amount of amounts) {
    await setLeft(tx, amount, remaining.get(amount.currency) ?? 0n);
  }
  await updateClosing(tx, id, { closed_at: context.clock.now() });
  const people = await peopleOfCustomer(tx, customerId);
  for (const personId of people) {
    const data = { reason: "account closed" };
    await removeLostFactors(context, tx, personId, { actor: ACTOR, requestId: null, data });
    await leaveAllCompanies(context, tx, personId, { actor: ACTOR, requestId: null });
  }
  const signOut = await endSessionsOf(context, tx, { people, customerId });
  await context.ledger.appendAudit(tx, [
    {
      action: "account_closing.closed",
      actor: ACTOR,
      customerId,
      object: id,
      outcome: "ok",
      requestId: null,
      data: { left: presentAmounts(remaining) },
    },
  ]);
  await tellOfClosing(context, tx, { row, amounts: remaining });
  context.log.info({ customer: customerId }, "account closed");
  return signOut;
}
