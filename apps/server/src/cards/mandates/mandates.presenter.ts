import type { Mandate, MandateOffer } from "@tessera/contract/cards/mandates.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { Offer } from "./mandate-offer.ts";
import type { MandateWithCard } from "./mandates.repository.ts";

/** Presents a mandate to its owner, and to the owner's software. */
export function presentMandate(row: MandateWithCard): Mandate {
  return {
    id: wireId("mdt", row.id),
    revision: row.revision,
    status: row.status,
    proposedBy: { kind: row.key_id === null ? "person" : "software", name: row.key_name },
    merchant: row.merchant_name,
    ceiling: formatAmount(row.ceiling_minor, row.currency),
    currency: row.currency,
    until: row.until.toISOString(),
    purpose: row.purpose,
    hiddenCharacters: row.hidden_characters,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    card: cardOf(row),
  };
}

function cardOf(row: MandateWithCard): Mandate["card"] {
  const { card_id: id, card_last4: last4, card_status: status, currency } = row;
  if (id === null || last4 === null || status === null) {
    return null;
  }
  return {
    id: wireId("card", id),
    last4,
    status,
    used: row.uses > 0n,
    openingFee: formatAmount(row.opening_fee_minor ?? 0n, currency),
    loadFee: formatAmount(row.load_fee_minor ?? 0n, currency),
  };
}

/** Presents what approving a mandate costs. */
export function presentOffer(offer: Offer, currency: CurrencyCode): MandateOffer {
  return {
    segmentId: wireId("seg", offer.segment.id),
    network: offer.segment.network,
    openingFee: formatAmount(offer.openingFeeMinor, currency),
    loadFee: formatAmount(offer.loadFeeMinor, currency),
    total: formatAmount(offer.totalMinor, currency),
  };
}
