export { authorise } from "./authorise.ts";
export { clearAuthorisation } from "./clear-authorisation.ts";
export { recentNumberBursts, startForgettingNumbers } from "./count-unknown-number.ts";
export { countUnmatched } from "./count-unmatched.ts";
export { expireDueHolds, startHoldExpiry } from "./expire-holds.ts";
export { incrementAuthorisation } from "./increment-authorisation.ts";
export { categoryOf, holdReason, type NetworkMerchant } from "./merchant-category.policy.ts";
export { registerNetworkRoutes } from "./network.routes.ts";
export { permittedDifference } from "./overcapture.policy.ts";
export { askedCardOf, cardStateOf, type PaymentCard, paymentCardOf } from "./payment-card.ts";
export { createPaymentCardLookup, type PaymentCardLookup } from "./payment-card-lookup.ts";
export type { NetworkOutcome, PaymentRequest } from "./payment-request.ts";
export { type PlayedMessage, playMessage } from "./play-message.ts";
export { forcePost, refundCard } from "./post-unasked.ts";
export { countWrongQuestion } from "./record-verdict.ts";
export {
  expireAuthorisation,
  keepHeld,
  reverseAuthorisation,
  withdrawAuthorisation,
} from "./release-authorisation.ts";
export { startSettlingUnmatched } from "./settle-unmatched.ts";
export { startSettlingHolds } from "./unanswered-holds.ts";
export type { NumberBurst } from "./unknown-numbers.repository.ts";
export { registerUnmatchedRoutes } from "./unmatched.routes.ts";
export { unmatchedQueue } from "./waiting-messages.repository.ts";
