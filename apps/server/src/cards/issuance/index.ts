export type { ApplyInput, CardOrder } from "./card-order.ts";
export { openFacts } from "./holder-seal.ts";
export { issueRequestOf, orderKeyOf } from "./issue-request.ts";
export { findCardOfIssuer, findIssuerCardId } from "./issuer-cards.repository.ts";
export { openingMovement } from "./opening-movement.ts";
export { NewCardCeilingError, postFee } from "./post-fee.ts";
export { readBillingAddress } from "./read-billing-address.ts";
export { withFreeNumber } from "./release-pan.ts";
export { findHolder, requireHolder } from "./require-holder.ts";
export { KeyUsedError, keepNumber } from "./reserve-pan.ts";
export { revealCard } from "./reveal-card.ts";
export { highestLimits, type SegmentLimits } from "./segment-limits.policy.ts";
export {
  findActiveSegment,
  findSegment,
  listActiveSegments,
  takeFromStock,
} from "./segments.repository.ts";
