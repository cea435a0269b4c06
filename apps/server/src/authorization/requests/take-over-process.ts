import type { Movement } from "@tessera/ledger";
import { openCase } from "../../back-office/cases/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { ServerProcess } from "../../platform/processes/server-process.ts";
import {
  deleteProcess,
  lockDeadProcess,
} from "../../platform/processes/server-processes.repository.ts";
import { answerNameOf, lockAnswer } from "../messages/index.ts";
import { adoptQuestions } from "./open-questions.repository.ts";
import { type HeldPayment, selectHoldsSince } from "./unanswered/unanswered-holds.repository.ts";
import { keepAskingStored } from "./unanswered/unanswered-holds.ts";

/** Maximum length of a case's label. */
const MAX_LABEL_LENGTH = 80;

/**
 * Takes over the payments that a dead process left open. This process adopts the dead process's
 * open questions, and holds that it may not have answered are listed for operators. A single
 * transaction does both and deletes the process's row, so that only one server does this, and only
 * once.
 *
 * For a hold without a stored response, nobody knows which response the network received. The hold
 * is kept: either the network repeats its request, which finds the hold, or the network reverses
 * it. Otherwise, an operator releases the hold, or it expires.
 */
export async function takeOverProcess(
  context: AppContext,
  own: ServerProcess,
  deadId: string,
): Promise<void> {
  const taken = await inTransaction(context.db.urgent, async (tx) => {
    const dead = await lockDeadProcess(tx, deadId);
    if (dead === undefined) {
      return undefined;
    }
    const questions = await adoptQuestions(tx, { from: dead.id, to: own.id });
    let listed = 0;
    for (const hold of await selectHoldsSince(tx, dead)) {
      if (await isUnanswered(tx, hold)) {
        await listForOperators(context, tx, hold);
        listed += 1;
      }
    }
    await deleteProcess(tx, dead.id);
    return { questions, listed };
  });
  if (taken !== undefined) {
    keepAskingStored(context, taken.questions);
    context.log.warn(
      { questions: taken.questions.length, holds: taken.listed },
      "a server process has died; its open payments were taken over",
    );
  }
}

/**
 * Returns whether a payment has no stored response. Locks the payment's name, so that no response
 * can be stored until the transaction ends.
 */
export async function isUnanswered(
  tx: Tx,
  { clientKey }: Pick<Movement, "clientKey">,
): Promise<boolean> {
  const name = answerNameOf(clientKey);
  return name === undefined || (await lockAnswer(tx, [name])) === undefined;
}

async function listForOperators(context: AppContext, tx: Tx, hold: HeldPayment): Promise<void> {
  await openCase(context, tx, {
    kind: "unanswered_hold",
    subjectId: hold.id,
    customerId: hold.customerId,
    amountMinor: hold.heldMinor,
    currency: hold.currency,
    reasons: ["server_lost"],
    needsTwo: false,
    label: Array.from(hold.merchantName).slice(0, MAX_LABEL_LENGTH).join(""),
  });
}
