export { registerCustomersRoutes } from "./customers.routes.ts";
export { factorResetCases } from "./factor-reset-cases.ts";
export { proposeCorrection } from "./propose-correction.ts";
export { correctionsQueue } from "./waiting-corrections.repository.ts";
