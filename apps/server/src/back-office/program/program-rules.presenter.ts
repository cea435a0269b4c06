import type {
  ProgramRule,
  ProgramRuleHit,
  ProgramRuleProposal,
  ProgramRuleVersion,
} from "@tessera/contract/back-office/program-rules.schemas";
import { formatAmount } from "@tessera/money";
import type { RuleProposalRow, RuleVersionRow } from "../../db/tables/program.tables.ts";
import { wireId } from "../../platform/ids.ts";
import type { RuleHitRow, RuleRecord } from "./program-rules.repository.ts";

interface Reader {
  readonly userId: string;
  readonly now: Date;
}

/** Presents a rule version to operators. */
export function presentVersion(row: RuleVersionRow): ProgramRuleVersion {
  return {
    version: row.version,
    revision: row.revision,
    names: { en: row.name_en, "zh-CN": row.name_zh_cn, "zh-TW": row.name_zh_tw },
    terms: row.terms,
    mode: row.mode,
    reason: row.reason,
    changedBy: row.changed_by,
    approvedBy: row.approved_by,
    changedAt: row.changed_at.toISOString(),
  };
}

/** Presents a rule's current state and its waiting proposal. */
export function presentRule(
  record: RuleRecord,
  waiting: RuleProposalRow | undefined,
  reader: Reader,
): ProgramRule {
  return {
    ...presentVersion(record),
    id: wireId("prul", record.rule_id),
    declined: record.declined,
    wouldDecline: record.would_decline,
    proposal: waiting === undefined ? null : presentProposal(waiting, reader),
  };
}

/** Presents a proposed change as a particular reader sees it. */
export function presentProposal(
  row: RuleProposalRow,
  { userId, now }: Reader,
): ProgramRuleProposal {
  const isExpired = row.status === "waiting" && row.expires_at <= now;
  return {
    id: wireId("rprp", row.id),
    status: isExpired ? "expired" : row.status,
    ...row.terms,
    reason: row.reason,
    proposedBy: row.proposed_by,
    mine: row.proposer_id === userId,
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
  };
}

/** Presents a payment that a rule declined or would have declined. */
export function presentRuleHit(row: RuleHitRow): ProgramRuleHit {
  const { amount_minor: amountMinor, currency } = row;
  return {
    id: wireId("hit", row.id),
    version: row.version,
    subject: row.subject,
    shadow: row.shadow,
    customerId: wireId("cus", row.customer_id),
    cardId: row.card_id === null ? null : wireId("card", row.card_id),
    movementId: row.movement_id === null ? null : wireId("mov", row.movement_id),
    amount: amountMinor === null || currency === null ? null : formatAmount(amountMinor, currency),
    currency,
    merchant: row.merchant,
    at: row.at.toISOString(),
  };
}
