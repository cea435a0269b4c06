import { defineModule } from "../../module.ts";
import { registerCustomersRoutes } from "./customers.routes.ts";
import { factorResetCases } from "./factor-resets/factor-reset-cases.ts";
import { correctionsQueue } from "./waiting-adjustments.repository.ts";
import { withdrawOpenAdjustments } from "./withdraw-open-adjustments.ts";

export const customersModule = defineModule({
  name: "customers",
  needs: [
    "account-closing",
    "approvals",
    "asset-books",
    "audit-log",
    "bills",
    "cases",
    "companies",
    "decision",
    "deposits",
    "holdings",
    "legal",
    "lifecycle",
    "mail",
    "operators",
    "people",
    "program",
    "rates",
    "risk-insight",
    "second-factor",
    "security-hold",
    "sessions",
  ],
  routes: [registerCustomersRoutes],
  caseHandlers: [factorResetCases],
  accessLossHandlers: [withdrawOpenAdjustments],
  queues: [correctionsQueue],
});
