export { countForcePost } from "./count-force-post.ts";
export { type CounterBase, readOneMoment, replaceBases } from "./counters.repository.ts";
export {
  findHistory,
  findHistoryCards,
  findKnownMerchants,
  findSample,
  findStrategySpans,
  type StrategySpan,
} from "./history.repository.ts";
export { readRisk } from "./read-risk.ts";
export { type NewCardCount, requireNewCard } from "./require-new-card.ts";
export { requireServedCountry } from "./require-served-country.ts";
