import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import type {
  CaseDocument,
  CaseStep,
  HeldCase,
  HeldPayment,
  OperatorCase,
  OperatorStep,
} from "@tessera/contract/back-office/reviews.schemas";
import { formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import { isForOwner } from "./record-act.ts";
import type { ApprovalRow, CaseRow, DocumentFacts, StepRow } from "./reviews.tables.ts";

/** Returns the subject's wire id, or `null` if it has none. */
export function subjectIdOf({ kind, subject_id: id }: CaseRow): string | null {
  switch (kind) {
    case "withdrawal":
      return wireId("wdr", id);
    case "card_application":
      return wireId("app", id);
    default:
      return null;
  }
}

function turnOf({ status }: CaseRow): HeldCase["turn"] {
  switch (status) {
    case "open":
    case "in_review":
      return "us";
    case "waiting_customer":
      return "you";
    default:
      return null;
  }
}

/** Presents the parts of a case that both sides can read. */
export function presentCase(row: CaseRow): HeldCase {
  const { amount_minor: amountMinor, currency } = row;
  return {
    id: wireId("case", row.id),
    kind: row.kind,
    status: row.status,
    turn: turnOf(row),
    reasons: row.reasons,
    label: row.label,
    missing: row.missing,
    dueAt: (row.due_at ?? row.answer_due_at)?.toISOString() ?? null,
    amount: amountMinor === null || currency === null ? null : formatAmount(amountMinor, currency),
    currency,
    at: row.opened_at.toISOString(),
    revision: row.revision,
  };
}

/** Presents a payment that a rule holds until its owner approves it or until it expires. */
export function presentHeldPayment(payment: PaymentReview, now: Date): HeldPayment {
  const waits = payment.status === "waiting" && new Date(payment.expiresAt) > now;
  return {
    ...payment,
    kind: "payment",
    turn: waits ? "you" : null,
    reasons: ["rule"],
    missing: [],
    dueAt: waits ? payment.expiresAt : null,
  };
}

export function presentDocument(row: DocumentFacts): CaseDocument {
  return {
    id: wireId("doc", row.id),
    item: row.item,
    name: row.name,
    type: row.type,
    bytes: row.bytes,
    at: row.created_at.toISOString(),
  };
}

const SIDES = { customer: "you", operator: "us", system: "system" } as const;

/** Presents a case's steps to the customer. Omits operators' notes and names. */
export function presentSteps(steps: readonly StepRow[]): CaseStep[] {
  return steps
    .filter(({ act }) => isForOwner(act))
    .map(({ act, side, at, note }) => ({ act, by: SIDES[side], at: at.toISOString(), note }));
}

export function presentOperatorStep({ act, side, actor, at, note, data }: StepRow): OperatorStep {
  const items = Array.isArray(data.items) ? data.items.map(String) : [];
  return { act, side, by: actor, at: at.toISOString(), note, items };
}

/** Presents a case in the operators' list. */
export function presentOperatorCase(
  row: CaseRow,
  about: { readonly now: Date; readonly username: string; readonly approvals: ApprovalRow[] },
): OperatorCase {
  return {
    ...presentCase(row),
    customer: { id: wireId("cus", row.customer_id), username: about.username },
    needsTwo: row.needs_two,
    approvals: about.approvals
      .filter(({ case_id: id, revision }) => id === row.id && revision === row.revision)
      .map(({ operator: by, at }) => ({ by, at: at.toISOString() })),
    assignee: row.assignee,
    overdue: row.due_at !== null && row.due_at <= about.now,
    appealed: row.appealed_at !== null,
  };
}
