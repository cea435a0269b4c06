export { registerCustomersRoutes } from "./customers.routes.ts";
export { factorResetCases } from "./factor-reset-cases.ts";
export { proposeCorrection } from "./propose-adjustment.ts";
export { correctionsQueue } from "./waiting-adjustments.repository.ts";
