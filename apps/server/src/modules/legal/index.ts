export { createAcceptanceGate } from "./acceptance-gate.ts";
export { type FeeSchedule, feeScheduleAt, segmentFeesAt } from "./fee-schedule.ts";
export { presentAcceptances } from "./legal.presenter.ts";
export { registerLegalRoutes } from "./legal.routes.ts";
export { listAcceptances } from "./list-acceptances.ts";
export { type OpeningFees, openingFeesOf } from "./opening-fees.policy.ts";
export {
  acceptAtRegistration,
  acceptanceOrigin,
  type RegistrationAcceptance,
} from "./record-acceptances.ts";
export { depositBasisPointsOf, feesOfSegment, type SegmentFees } from "./segment-fees.policy.ts";
