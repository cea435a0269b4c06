export { type NewCardsRule, programmeRulesOf } from "./program-rule-sets.ts";
export {
  findRulesRevision as programmeRulesRevision,
  insertProgrammeHits,
} from "./program-rules.repository.ts";
export { recordProgrammeRefusals } from "./record-program-refusals.ts";
export { findRevision as riskRevisionOf, type StoredStrategy } from "./strategies.repository.ts";
export { strategySetOf } from "./strategy-sets.ts";
