import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import { spendProof } from "../sessions/index.ts";
import { presentAmounts } from "./account-closing.presenter.ts";
import {
  lockClosingOf,
  replaceAmounts,
  selectAmounts,
  updateClosing,
} from "./account-closings.repository.ts";
import { isCovered, sameAmounts } from "./closing.policy.ts";
import { namedOf } from "./read-closing.ts";
import { readRemaining } from "./read-things.ts";
import { amountsOf, type ClosingCommand, requireNameable } from "./request-closing.ts";

/**
 * Confirms the remaining amounts again after they have changed. Confirming the same amounts twice
 * changes nothing.
 *
 * @throws Refusal `account_closing_none`, `account_closing_blocked`, `account_closing_changed`,
 * `withdrawals_on_hold`, and any that `spendProof` throws
 */
export async function nameRemaining(
  context: AppContext,
  command: Omit<ClosingCommand, "idempotencyKey">,
): Promise<void> {
  await inTransaction(context.db, (tx) => nameWithin(context, tx, command));
}

async function nameWithin(
  context: AppContext,
  tx: Tx,
  command: Omit<ClosingCommand, "idempotencyKey">,
): Promise<void> {
  const { session, proof, remaining, requestId } = command;
  const { customerId } = session;
  const named = amountsOf(command);
  await requireNoSecurityHold(tx, customerId);
  const row = await lockClosingOf(tx, customerId);
  if (row === undefined || row.closed_at !== null) {
    throw new Refusal("account_closing_none");
  }
  const before = namedOf(await selectAmounts(tx, row.id));
  if (sameAmounts(before, named) && isCovered(await readRemaining(tx, customerId), named)) {
    return;
  }
  await requireNameable(context, tx, { customerId, named });
  const subject = { operation: "account_closing" as const, remaining: [...remaining] };
  const { factor } = await spendProof(context, tx, { session, proof, subject });
  await replaceAmounts(tx, row.id, named);
  await updateClosing(tx, row.id, { waiting_mailed_at: null });
  await context.ledger.appendAudit(tx, [
    {
      action: "account_closing.name",
      actor: session.username,
      customerId,
      object: row.id,
      outcome: "ok",
      requestId,
      data: {
        factor,
        before: { named: presentAmounts(before) },
        after: { named: presentAmounts(named) },
      },
    },
  ]);
}
