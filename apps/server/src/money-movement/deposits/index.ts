export { cancelDeposit } from "./cancel-deposit.ts";
export { sandboxChainOf } from "./chain.ts";
export { createDeposit } from "./create-deposit.ts";
export { selectDepositAddresses } from "./deposit-addresses.repository.ts";
export { findPaymentOfMovement } from "./find-payment-of-movement.repository.ts";
export { getDeposit } from "./get-deposit.ts";
export { recordTransfer } from "./record-transfer.ts";
