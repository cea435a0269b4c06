export { type FeeSchedule, feeScheduleAt } from "./fee-schedule.ts";
export { registerLegalRoutes } from "./legal.routes.ts";
