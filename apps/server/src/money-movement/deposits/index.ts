export { cancelDeposit } from "./cancel-deposit.ts";
export { sandboxChainOf } from "./chain.ts";
export { createDeposit } from "./create-deposit.ts";
export { selectDepositAddresses } from "./deposit-addresses.repository.ts";
export { REVIEWED_ABOVE_MINOR } from "./deposit-review.policy.ts";
export { findPaymentOfMovement } from "./find-payment-of-movement.repository.ts";
export { getDeposit } from "./get-deposit.ts";
export { recordTransfer } from "./record-transfer.ts";
