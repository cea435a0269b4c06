import type { Movement } from "@tessera/ledger";
import { accountOf, receivableOf } from "../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import {
  type DepositDebtor,
  forgetDepositDebt,
  lockDepositDebt,
  selectDebtors,
  selectLastReversed,
} from "./retractions.repository.ts";

const PAGE_SIZE = 200;

/** Reasons why the ledger refuses a repayment that needs nobody's attention. */
const EXPECTED: ReadonlySet<string> = new Set(["insufficient", "blocked"]);

/**
 * Repays as much of what a customer owes for a payment or a bank transfer that was taken back as
 * the account has available. Does nothing if the customer owes nothing.
 */
export async function repayDepositDebt(
  context: AppContext,
  tx: Tx,
  debtor: DepositDebtor,
): Promise<void> {
  // Two concurrent repayments would pay a debt twice.
  if (!(await lockDepositDebt(tx, debtor))) {
    return;
  }
  const { customerId, currency } = debtor;
  const account = await accountOf(tx, customerId, currency);
  const receivable = await receivableOf(tx, customerId, currency);
  const balances = await context.ledger.balances(tx, [account, receivable]);
  const owedMinor = -(balances.find((one) => one.account === receivable)?.postedMinor ?? 0n);
  if (owedMinor <= 0n) {
    await forgetDepositDebt(tx, debtor);
    return;
  }
  const availableMinor = balances.find((one) => one.account === account)?.availableMinor ?? 0n;
  const amountMinor = owedMinor < availableMinor ? owedMinor : availableMinor;
  if (amountMinor <= 0n) {
    return;
  }
  const now = context.clock.now();
  const movement: Movement = {
    id: newId(now),
    customerId,
    kind: "repayment",
    cardId: null,
    parentId: (await selectLastReversed(tx, debtor)) ?? null,
    status: "completed",
    currency,
    amountMinor: -amountMinor,
    feeMinor: 0n,
    title: "",
    data: {},
    eventAt: now,
    clientKey: null,
    legs: [{ type: "transfer", debit: account, credit: receivable, amountMinor }],
    events: [
      { topic: "wallet", body: {} },
      { topic: "bills", body: {} },
    ],
  };
  const [result] = await context.ledger.post(tx, [movement]);
  if (result?.outcome === "refused" && !EXPECTED.has(result.reason)) {
    context.log.error({ customerId, reason: result.reason }, "a deposit's debt was not repaid");
  } else if (result?.outcome === "posted" && amountMinor === owedMinor) {
    await forgetDepositDebt(tx, debtor);
  }
}

/** Repays the debts of all customers whose accounts have money again. */
export async function collectDepositDebts(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<void> {
  const debtors = everyRow<DepositDebtor>(pageSize, (after) =>
    selectDebtors(context.db.kysely, pageSize, after),
  );
  for await (const debtor of debtors) {
    try {
      await inTransaction(context.db, (tx) => repayDepositDebt(context, tx, debtor));
    } catch (error) {
      // The next run retries it. A failure must not delay the others.
      context.log.error({ err: error, ...debtor }, "collecting a deposit's debt failed");
    }
  }
}
