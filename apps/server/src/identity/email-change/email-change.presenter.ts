import type { EmailChange, EmailStanding } from "@tessera/contract/identity/email-change.schemas";
import { wireId } from "../../platform/ids.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";

function presentChange(row: EmailChangeRow): EmailChange {
  const isReviewed = row.status === "reviewing";
  return {
    email: row.new_email,
    status: isReviewed ? "reviewing" : "code_sent",
    expiresAt: isReviewed ? null : row.expires_at.toISOString(),
    reviewId: row.case_id === null ? null : wireId("case", row.case_id),
  };
}

/** Presents the current email and the open request to their owner. */
export function presentStanding(email: string, open: EmailChangeRow | undefined): EmailStanding {
  return { email, change: open === undefined ? null : presentChange(open) };
}
