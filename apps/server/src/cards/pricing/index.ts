export { amountOf, openingFeeOf, refusedField } from "./amount-fields.ts";
export { cancelFees } from "./cancel-fees.ts";
export {
  QUOTE_LIFETIME_MS,
  type QuoteOperation,
  type QuoteTerms,
  quoteTerms,
} from "./card-quote.policy.ts";
export { changedFields } from "./changed-fields.policy.ts";
export { operatorKey } from "./client-key.ts";
export { type ExampleTerms, exampleTerms } from "./fee-preview.policy.ts";
export { type FeeSchedule, feeScheduleAt, feeSchedulesAt, segmentFeesAt } from "./fee-schedule.ts";
export { feeStatuses } from "./fee-status.policy.ts";
export { countOpenQuotes, type FeeRecord, selectFees } from "./fees.repository.ts";
export { foreignBufferOf, foreignMarkupOf } from "./foreign-markup.policy.ts";
export { type OpeningFees, openingFeesOf } from "./opening-fees.policy.ts";
export { feeTerms, publishFees } from "./publish-fees.ts";
export { depositBasisPointsOf, feesOfSegment, type SegmentFees } from "./segment-fees.policy.ts";
