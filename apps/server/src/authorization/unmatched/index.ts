export { applyStep, type Step } from "./apply-step.ts";
export { keepUnmatched, type StepPayment } from "./keep-unmatched.ts";
export { settleWaiting } from "./settle-unmatched.ts";
export {
  findNamedPayment,
  findPaymentToAnswer,
  findWaitingFor,
  type NamedPayment,
  type PaymentToAnswer,
  type UnmatchedMessage,
} from "./unmatched.repository.ts";
