export { applyStep, requireGiven, type Step } from "./apply-step.ts";
export { countUnmatched } from "./count-unmatched.ts";
export { settleWaiting, startSettlingUnmatched } from "./settle-unmatched.ts";
export {
  findNamedPayment,
  findPaymentToAnswer,
  findWaitingFor,
  insertUnmatched,
  type NamedPayment,
  type PaymentToAnswer,
} from "./unmatched.repository.ts";
export { registerUnmatchedRoutes } from "./unmatched.routes.ts";
export { unmatchedQueue } from "./waiting-messages.repository.ts";
