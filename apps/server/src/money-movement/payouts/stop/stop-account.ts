import type { NotMeAnswer } from "@tessera/contract/money-movement/withdrawals.schemas";
import { beginSecurityHold } from "../../../identity/security-hold/index.ts";
import { hashToken } from "../../../identity/sessions/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { wireId } from "../../../platform/ids.ts";
import { removeAddressRow } from "../addresses/addresses.repository.ts";
import { cancelWithin } from "../cancel-withdrawal.ts";
import { type Alarm, takeAlarm } from "../send/alarms.repository.ts";
import { lockWithdrawal, selectOpenIds } from "../withdrawals.repository.ts";
import { stopHandlersOf } from "./stop-handlers.ts";

async function cancelAll(
  context: AppContext,
  tx: Tx,
  { customerId, requestId }: { readonly customerId: string; readonly requestId: string },
): Promise<NotMeAnswer> {
  let canceled = 0;
  let alreadySent = 0;
  for (const id of await selectOpenIds(tx, customerId)) {
    const row = await lockWithdrawal(tx, id);
    const by = { actor: "mailed link", requestId };
    if (row !== undefined && (await cancelWithin(context, tx, row, by)) !== undefined) {
      canceled += 1;
    } else {
      alreadySent += 1;
    }
  }
  return { cancelled: canceled, alreadySent };
}

/** Removes the address that the email was about, if any, from the address book. */
async function removeAdded(
  context: AppContext,
  tx: Tx,
  { customerId, aboutId, requestId }: Alarm & { readonly requestId: string },
): Promise<void> {
  const row = await removeAddressRow(tx, { id: aboutId, customerId }, context.clock.now());
  if (row !== undefined) {
    const { network, address, label } = row;
    await context.ledger.appendAudit(tx, [
      {
        action: "payout_address.remove",
        actor: "mailed link",
        customerId,
        object: wireId("pad", row.id),
        outcome: "ok",
        requestId,
        data: { before: { network, address, label } },
      },
    ]);
  }
}

/**
 * Handles an emailed “not me” link, which can be used only once: cancels every withdrawal that has
 * not been sent, removes the address that the email was about, runs other modules' handlers, ends
 * all sessions, and places a security hold. Withdrawals and card numbers are unavailable until the
 * password has been reset and an operator has lifted the hold.
 *
 * @throws Refusal `stop_link_invalid`
 */
export async function stopEverything(
  context: AppContext,
  input: { readonly token: string; readonly requestId: string },
): Promise<NotMeAnswer> {
  const { requestId } = input;
  const { answer, signOut, customerId } = await inTransaction(context.db, async (tx) => {
    const alarm = await takeAlarm(tx, hashToken(input.token), context.clock.now());
    if (alarm === undefined) {
      throw new Refusal("stop_link_invalid");
    }
    // The hold is set before anything is read, so that either an operation in progress waits for
    // the hold, or the hold waits for that operation.
    const signOut = await beginSecurityHold(context, tx, { ...alarm, requestId });
    await removeAdded(context, tx, { ...alarm, requestId });
    const stopped = await cancelAll(context, tx, { customerId: alarm.customerId, requestId });
    for (const stop of stopHandlersOf(context)) {
      await stop(context, tx, { ...alarm, requestId });
    }
    return { answer: stopped, signOut, customerId: alarm.customerId };
  });
  await signOut();
  context.log.warn({ customer: customerId, ...answer }, "a customer reported that it was not them");
  return answer;
}
