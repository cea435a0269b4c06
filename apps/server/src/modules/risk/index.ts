export {
  type CardState,
  type Decision,
  type DecisionTime,
  decide,
  isPastExpiry,
  type PaymentEvent,
} from "./decide.policy.ts";
export {
  type ProgrammePeriod,
  periodIn,
} from "./programme-calendar.policy.ts";
export { type SpendingWindows, spendingWindows } from "./spending-windows.policy.ts";
