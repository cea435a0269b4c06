export { type FeeSchedule, feeScheduleAt, segmentFeesAt } from "./fee-schedule.ts";
export { registerLegalRoutes } from "./legal.routes.ts";
export { type OpeningFees, openingFeesOf } from "./opening-fees.policy.ts";
export { depositBasisPointsOf, feesOfSegment, type SegmentFees } from "./segment-fees.policy.ts";
