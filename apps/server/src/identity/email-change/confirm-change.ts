import { isFlagged, openCase } from "../../back-office/cases/index.ts";
import { selectHoldings } from "../../money-movement/holdings/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { checkCode } from "../email-codes/index.ts";
import { findPersonByName } from "../people/index.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import { applyChange } from "./apply-change.ts";
import { changeReasons, maskedEmail } from "./email-change.policy.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";
import {
  findOpenChange,
  hasLivingCard,
  lockChange,
  updateChange,
} from "./email-changes.repository.ts";
import { isLive } from "./get-change.ts";
import { codeOwner } from "./mail-code.ts";

interface ConfirmInput {
  readonly session: Session;
  readonly code: string;
  readonly requestId: string;
}

/**
 * Verifies the requested address with the emailed code. The new address takes effect right away if
 * the customer is not flagged and has neither money nor an open card; otherwise an operator reviews
 * the change. If another customer has taken the address in the meantime, the request ends.
 *
 * @throws Refusal `email_change_over`, `code_invalid`, `email_change_taken`, `withdrawals_on_hold`
 */
export async function confirmChange(
  context: AppContext,
  input: ConfirmInput,
): Promise<"applied" | "reviewing"> {
  const { session, code } = input;
  const open = await findOpenChange(context.db.kysely, session.customerId);
  if (open?.status !== "code_sent" || !isLive(open, context.clock.now())) {
    throw new Refusal("email_change_over");
  }
  const useCode = await checkCode(context, "email_change", codeOwner(open), code);
  try {
    const forget = await inTransaction(context.db, async (tx) => {
      await requireNoSecurityHold(tx, session.customerId);
      const row = await lockWaiting(tx, open.id);
      await useCode(tx);
      return goOn(context, tx, row, input);
    });
    forget?.();
    return forget === undefined ? "reviewing" : "applied";
  } catch (error) {
    if (error instanceof Refusal && error.code === "email_change_taken") {
      await endTaken(context, open.id);
    }
    throw error;
  }
}

async function lockWaiting(tx: Tx, id: string): Promise<EmailChangeRow> {
  const row = await lockChange(tx, id);
  if (row?.status !== "code_sent") {
    throw new Refusal("email_change_over");
  }
  return row;
}

/**
 * Applies the change and returns the function to call after the commit. Returns undefined if the
 * change needs a review.
 */
async function goOn(
  context: AppContext,
  tx: Tx,
  row: EmailChangeRow,
  { session, requestId }: ConfirmInput,
): Promise<(() => void) | undefined> {
  if ((await findPersonByName(tx, row.new_email)) !== undefined) {
    throw new Refusal("email_change_taken");
  }
  const { customerId, sessionId } = session;
  const reasons = await reasonsOf(tx, customerId);
  if (reasons.length === 0) {
    const confirmed = { ...row, session_id: sessionId };
    return applyChange(context, tx, confirmed, { actor: session.username, requestId });
  }
  const caseId = await openCase(context, tx, {
    kind: "profile_change",
    subjectId: row.id,
    customerId,
    amountMinor: null,
    currency: null,
    reasons,
    label: maskedEmail(row.new_email).slice(-80),
    needsTwo: false,
  });
  const change = { status: "reviewing", session_id: sessionId, case_id: caseId } as const;
  await updateChange(tx, row.id, change);
  return undefined;
}

async function reasonsOf(tx: Tx, customerId: string): Promise<string[]> {
  const holdings = await selectHoldings(tx, customerId);
  return changeReasons({
    isFlagged: await isFlagged(tx, customerId),
    hasMoney: holdings.some(({ postedMinor, heldMinor }) => postedMinor !== 0n || heldMinor !== 0n),
    hasCard: await hasLivingCard(tx, customerId),
  });
}

async function endTaken(context: AppContext, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    if ((await lockChange(tx, id))?.status === "code_sent") {
      await updateChange(tx, id, { status: "taken", ended_at: context.clock.now() });
    }
  });
}
