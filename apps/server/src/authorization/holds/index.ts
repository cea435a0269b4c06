export { adviseWithin } from "./apply-advice.ts";
export {
  type AuthorizationAtHand,
  inAuthorization,
  inOpenAuthorization,
  lockAuthorizedCard,
  pendingMinorOf,
  postStep,
  stepMovement,
} from "./authorization-aggregate.ts";
export {
  type Authorization,
  findAuthorizedCard,
  isPaymentTaken,
  partOf,
  readAuthorization,
  type StoredPart,
  storedParts,
} from "./authorizations.repository.ts";
export { declined, writeDecline } from "./decline-movement.ts";
export { drawStateOf, readDraw } from "./draw-state.ts";
export { expireDueHolds } from "./expire-holds.ts";
export {
  captureParts,
  type Drawn,
  drawData,
  drawnData,
  heldMinorOf,
  holdLegs,
  isDrawn,
  type Released,
} from "./held-parts.ts";
export { increaseLegs } from "./increase-legs.ts";
export { askedCardOf, cardStateOf, type PaymentCard, paymentCardOf } from "./payment-card.ts";
export { createPaymentCardLookup, type PaymentCardLookup } from "./payment-card-lookup.ts";
export { declinedPayment, exchangeData, paymentMovement } from "./payment-movement.ts";
export {
  countWrongQuestion,
  isNoted,
  recordVerdict,
  recordWithin,
  type Verdict,
} from "./record-verdict.ts";
export {
  expireAuthorization,
  expireWithin,
  keepHeld,
  reverseAuthorization,
  reverseWithin,
  withdrawAuthorization,
} from "./release-authorization.ts";
export {
  holdBufferOf,
  merchantChangeOf,
  merchantPendingOf,
  type PricedStep,
  priceStep,
  type StepAmount,
  sharesOf,
  stepExchangeData,
} from "./step-amount.ts";
export { withdrawUnlessUsed } from "./withdraw-declined.ts";
