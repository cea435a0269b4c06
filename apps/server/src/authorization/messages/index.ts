export {
  categoryOf,
  holdExpiry,
  holdReason,
  type NetworkMerchant,
} from "./merchant-category.policy.ts";
export { answerNameOf, networkKeyOf, purchaseKeyOf, referenceKeyOf } from "./network-key.ts";
export {
  claimMessages,
  fingerprintOf,
  type NetworkMessage,
  oncePerMessage,
  oneAtATime,
} from "./network-message.ts";
export { keepAnswer, lockAnswer } from "./network-messages.repository.ts";
export type {
  AuthorizationName,
  NetworkOutcome,
  PaymentRequest,
  StatedAmount,
  Told,
} from "./payment-request.ts";
