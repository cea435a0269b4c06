import type { Grant } from "@tessera/contract/authorization/risk.schemas";
import { formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { GrantStanding } from "./exceptions.repository.ts";

function statusOf(grant: GrantStanding, now: Date): Grant["status"] {
  if (grant.is_used) {
    return "used";
  }
  if (grant.revoked_at !== null) {
    return "revoked";
  }
  return grant.expires_at <= now ? "expired" : "open";
}

export function presentGrant(grant: GrantStanding, now: Date): Grant {
  return {
    id: wireId("gra", grant.id),
    movementId: wireId("mov", grant.movement_id),
    kind: grant.kind,
    cardId: wireId("card", grant.card_id),
    merchantName: grant.merchant_name,
    amount: formatAmount(grant.amount_minor, grant.currency),
    currency: grant.currency,
    status: statusOf(grant, now),
    expiresAt: grant.expires_at.toISOString(),
    createdAt: grant.created_at.toISOString(),
  };
}
