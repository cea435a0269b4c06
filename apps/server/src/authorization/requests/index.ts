export { measuredAuthorization } from "./authorization-measures.ts";
export { authorize } from "./authorize.ts";
export { findOwnCard, type OwnCard, ownCardLookup } from "./card-for-customer.ts";
export {
  incrementAuthorization,
  incrementWithin,
} from "./increment-authorization.ts";
export { type NetworkStep, takeStep } from "./network-step.ts";
export { stopHeartbeat } from "./process-heartbeat.ts";
export { type AskedOfNetwork, takePayment } from "./single-message-purchase.ts";
export { recentNumberBursts } from "./unknown-numbers/count-unknown-number.ts";
export type { NumberBurst } from "./unknown-numbers/unknown-numbers.repository.ts";
