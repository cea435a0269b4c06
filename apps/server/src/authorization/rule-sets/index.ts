export { countUnreadableRules, type NewCardsRule, programRulesOf } from "./program-rule-sets.ts";
export {
  findRulesRevision as programRulesRevision,
  insertProgramHits,
} from "./program-rules.repository.ts";
export { recordProgramRefusals } from "./record-program-refusals.ts";
export { findRevision as riskRevisionOf, type StoredStrategy } from "./strategies.repository.ts";
export { strategySetOf } from "./strategy-sets.ts";
