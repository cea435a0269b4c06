import type {
  Invitation,
  OpenInvitation,
  Operator,
  OperatorDetail,
} from "@tessera/contract/identity/operators.schemas";
import { wireId } from "../../platform/ids.ts";
import { statusOf } from "./operator-standing.policy.ts";
import type { OperatorRow } from "./operators.repository.ts";
import type { InvitationRow } from "./operators.tables.ts";

/** Facts about an operator that are not stored in their row. */
interface Reading {
  readonly readerId: string;
  readonly lastSignInAt: Date | undefined;
}

export function presentOperator(row: OperatorRow, { readerId, lastSignInAt }: Reading): Operator {
  const status = statusOf(row);
  return {
    id: wireId("usr", row.id),
    username: row.username,
    email: status === "removed" ? null : row.email,
    role: row.role,
    status,
    revision: row.revision,
    secondFactor: row.has_factor,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    changedBy: row.changed_by,
    changedAt: row.changed_at?.toISOString() ?? null,
    you: row.id === readerId,
  };
}

export function presentOperatorDetail(
  row: OperatorRow,
  { factors, sessions, ...reading }: Reading & Pick<OperatorDetail, "factors" | "sessions">,
): OperatorDetail {
  return { ...presentOperator(row, reading), factors, sessions };
}

export function presentInvitation(row: InvitationRow, now: Date): Invitation {
  const isExpired = row.status === "waiting" && row.expires_at <= now;
  return {
    id: wireId("inv", row.id),
    email: row.email,
    role: row.role,
    status: isExpired ? "expired" : row.status,
    revision: row.revision,
    invitedBy: row.invited_by,
    approvedBy: row.approved_by,
    invitedAt: row.invited_at.toISOString(),
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedBy: row.ended_by,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** Presents an invitation to the holder of its link. */
export function presentOpenInvitation(row: InvitationRow): OpenInvitation {
  return { email: row.email, role: row.role, expiresAt: row.expires_at.toISOString() };
}
