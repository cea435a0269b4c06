import {
  type CaseFact,
  type CaseHandler,
  isFlagged,
  type ReviewCase,
  refuseCase,
} from "../../back-office/cases/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findPerson } from "../people/index.ts";
import { isOnSecurityHold } from "../security-hold/index.ts";
import { securityChangedAt } from "../sessions/index.ts";
import { applyChange } from "./apply-change.ts";
import { maskedEmail } from "./email-change.policy.ts";
import type { EmailChangeRow, EmailChangeStatus } from "./email-change.tables.ts";
import { TAKEN_REASON } from "./email-change-mails.ts";
import {
  customerSince,
  findChange,
  lastAppliedAt,
  lockChange,
  updateChange,
} from "./email-changes.repository.ts";

/** What to do after an approval has committed. */
interface AfterApproval {
  forget(): void;
}

/**
 * Handles decisions on email change cases: an approval applies the address, and a rejection changes
 * nothing.
 */
export const emailChangeCases: CaseHandler<AfterApproval> = {
  kind: "profile_change",
  facts: changeFacts,
  async prepareApproval(context, reviewCase, decide) {
    const after: AfterApproval = { forget: () => undefined };
    try {
      const decided = await decide(after);
      after.forget();
      return decided;
    } catch (error) {
      if (error instanceof Refusal && error.code === "email_change_taken") {
        await closeTaken(context, reviewCase);
      }
      throw error;
    }
  },
  async approve(context, tx, reviewCase, by, after) {
    if (await isOnSecurityHold(tx, reviewCase.customerId)) {
      throw new Refusal("withdrawals_on_hold");
    }
    const row = await lockReviewed(tx, reviewCase);
    after.forget = await applyChange(context, tx, row, by);
  },
  reject: (context, tx, reviewCase) => end(context, tx, reviewCase, "rejected"),
  end: (context, tx, reviewCase, how) =>
    end(context, tx, reviewCase, how === "expired" ? "expired" : "cancelled"),
};

/** Locks a case's request FOR UPDATE and checks that it is still under review. */
async function lockReviewed(tx: Tx, { subjectId }: ReviewCase): Promise<EmailChangeRow> {
  const row = await lockChange(tx, subjectId);
  if (row?.status !== "reviewing") {
    throw new Error(`email change ${subjectId} is ${row?.status ?? "missing"}`);
  }
  return row;
}

async function end(
  { clock }: AppContext,
  tx: Tx,
  reviewCase: ReviewCase,
  status: EmailChangeStatus,
): Promise<void> {
  const { id } = await lockReviewed(tx, reviewCase);
  await updateChange(tx, id, { status, ended_at: clock.now() });
}

/**
 * Ends a request that can no longer be approved. The customer sees the reason and may request a
 * different address.
 */
async function closeTaken(context: AppContext, { subjectId }: ReviewCase): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const change = await findChange(tx, subjectId);
    const person = change && (await findPerson(tx, change.person_id));
    const reason = TAKEN_REASON[person?.locale ?? "en"];
    const subject = { kind: "profile_change", subjectId } as const;
    if (await refuseCase(context, tx, subject, reason)) {
      await updateChange(tx, subjectId, { status: "taken", ended_at: context.clock.now() });
    }
  });
}

function timeFact(name: string, at: Date | null | undefined): CaseFact[] {
  return at == null ? [] : [{ name, kind: "time", value: at.toISOString() }];
}

async function changeFacts(
  _context: AppContext,
  tx: Tx,
  { subjectId, customerId }: ReviewCase,
): Promise<CaseFact[]> {
  const row = await findChange(tx, subjectId);
  if (row === undefined) {
    throw new Error(`the email change ${subjectId} of a case is missing`);
  }
  const [since, securityAt, emailAt, flagged] = await Promise.all([
    customerSince(tx, customerId),
    securityChangedAt(tx, customerId),
    lastAppliedAt(tx, customerId),
    isFlagged(tx, customerId),
  ]);
  return [
    { name: "current_email", value: maskedEmail(row.old_email) },
    { name: "new_email", value: maskedEmail(row.new_email) },
    { name: "flagged", value: flagged ? "yes" : "no" },
    { name: "proved_with", value: row.factor },
    ...timeFact("requested_at", row.requested_at),
    ...timeFact("customer_since", since),
    ...timeFact("security_changed_at", securityAt),
    ...timeFact("email_changed_at", emailAt),
  ];
}
