export { applyStep, requireGiven, type Step } from "./apply-step.ts";
export { settleWaiting } from "./settle-unmatched.ts";
export {
  findNamedPayment,
  findPaymentToAnswer,
  findWaitingFor,
  insertUnmatched,
  type NamedPayment,
  type PaymentToAnswer,
} from "./unmatched.repository.ts";
