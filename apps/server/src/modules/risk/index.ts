export { backtestProgrammeRule } from "./backtest-programme-rule.ts";
export { isPastExpiry } from "./card-checks.policy.ts";
export { compileProgrammeRule } from "./compile-programme-rule.ts";
export { compileStrategy } from "./compile-strategy.ts";
export { countUnasked } from "./count-unasked.ts";
export { countersToRead, readingKey } from "./counter-readings.policy.ts";
export { createStrategy } from "./create-strategy.ts";
export { decide } from "./decide.policy.ts";
export { expireReview } from "./decide-review.ts";
export {
  type CardState,
  type CardUsage,
  type Decision,
  type DecisionTime,
  type FreezeLayer,
  NO_OWN_LIMITS,
  type OwnLimits,
  type PaymentEvent,
  type RiskState,
  undecided,
} from "./decision.policy.ts";
export { decisionTime } from "./decision-time.ts";
export { startReviewExpiry } from "./expire-reviews.ts";
export { declineMessage, presentFixes } from "./explain-decline.ts";
export { fixesOf } from "./fixes.policy.ts";
export { getReview } from "./get-review.ts";
export { countHeldPayments, findHeldPayment, listHeldPayments } from "./held-payments.ts";
export { enqueueHitMails } from "./hit-mails.ts";
export { insertHits } from "./hits.repository.ts";
export { listStrategies } from "./list-strategies.ts";
export { merchantKey } from "./merchant-key.policy.ts";
export { type ProgrammePeriod, periodIn } from "./programme-calendar.policy.ts";
export {
  type AddressRule,
  type NewCardsRule,
  type ProgrammeRuleSet,
  programmeRulesOf,
} from "./programme-rule-sets.ts";
export {
  findRulesRevision as programmeRulesRevision,
  insertProgrammeHits,
} from "./programme-rules.repository.ts";
export { readRisk } from "./read-risk.ts";
export { type NewCardCount, requireNewCard } from "./require-new-card.ts";
export { requireServedCountry } from "./require-served-country.ts";
export { REVIEW_HOURS } from "./review-time.ts";
export { findReviewOfMovement, insertReview } from "./reviews.repository.ts";
export { registerRiskRoutes } from "./risk.routes.ts";
export { setStrategyStatus } from "./set-strategy-status.ts";
export { startSettlingWindows } from "./settle-windows.ts";
export { type CountedWindow, giveBackGuards } from "./spending-guards.policy.ts";
export { type SpendingWindows, spendingWindows } from "./spending-windows.policy.ts";
export { stoppingRules } from "./stopping-rules.ts";
export { storedTrace } from "./stored-trace.ts";
export { findRevision as riskRevisionOf } from "./strategies.repository.ts";
export { registerStrategiesRoutes } from "./strategies.routes.ts";
export { presentTrace } from "./trace.presenter.ts";
export { heldPaymentsQueue } from "./waiting-payments.repository.ts";
export { watchUnreadable } from "./watch-unreadable.ts";
export { isWrongTry } from "./wrong-try.policy.ts";
