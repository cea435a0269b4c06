export { type FeeSchedule, feeScheduleAt, segmentFeesAt } from "./fee-schedule.ts";
export { registerLegalRoutes } from "./legal.routes.ts";
export { depositBasisPointsOf, feesOfSegment } from "./segment-fees.policy.ts";
