export { isPastExpiry } from "./card-checks.policy.ts";
export { compileProgramRule } from "./compile-program-rule.ts";
export { type CounterRange, countersToRead, readingKey } from "./counter-readings.policy.ts";
export { decide } from "./decide.policy.ts";
export { decideTraced } from "./decide-traced.ts";
export {
  type CardState,
  type CardUsage,
  type CounterReading,
  type CounterReadings,
  type Decision,
  type DecisionTime,
  type FreezeLayer,
  type Guard,
  type OpenGrant,
  type PaymentEvent,
  type RiskState,
  type StrategyHit,
  type TraceEntry,
  undecided,
} from "./decision.policy.ts";
export { decisionTime } from "./decision-time.ts";
export { type DeclinedPayment, findDeclinedPayment } from "./declined-payments.repository.ts";
export { mostDrawable, nameOnList, withDrawFee, withoutDrawFee } from "./draw.policy.ts";
export type { Draw, DrawCeiling, DrawState } from "./draw-state.policy.ts";
export {
  bufferOf,
  EXCHANGE_SCALE,
  type Exchange,
  type ExchangeTerms,
  merchantAmountFor,
  networkExchange,
  priceExchange,
  priceRefund,
} from "./exchange.policy.ts";
export { declineMessage, presentFixes } from "./explain/explain-decline.ts";
export { type FixKind, fixesOf, type Shortfall, shortfallOf, stoppedBy } from "./fixes.policy.ts";
export { withMandate } from "./mandate-message.policy.ts";
export { merchantCounter } from "./merchant-counter.ts";
export { merchantKey } from "./merchant-key.policy.ts";
export { findPaymentMandate, readMandateCeiling } from "./payment-mandates.repository.ts";
export {
  calendarOf,
  type ProgramPeriod,
  periodIn,
} from "./program-calendar.policy.ts";
export type {
  ProgramRule,
  ProgramRules,
  UnreadableRule,
} from "./program-rule.policy.ts";
export type { HistoryCard, HistoryRow } from "./replay/history.policy.ts";
export { Replay, type Replayed } from "./replay/replay.policy.ts";
export { reachBefore } from "./replay/window-reach.policy.ts";
export {
  type CountedWindow,
  countingGuards,
  giveBackDrawGuards,
  giveBackGuards,
} from "./spending-guards.policy.ts";
export { type SpendingWindows, spendingWindows } from "./spending-windows.policy.ts";
export { stoppingRules } from "./stopping-rules.ts";
export {
  formatExchangeRate,
  type MerchantAmount,
  readExchangeTerms,
  readMerchantAmount,
  storedExchange,
} from "./stored-exchange.ts";
export { readTrace, storedTrace } from "./stored-trace.ts";
export { compileStrategy } from "./strategies/compile-strategy.ts";
export { type CompiledStrategy, isSaidOf } from "./strategies/strategy.policy.ts";
export { windowAt } from "./strategies/strategy-windows.policy.ts";
export { presentTrace } from "./trace.presenter.ts";
export { isWrongTry } from "./wrong-try.policy.ts";
