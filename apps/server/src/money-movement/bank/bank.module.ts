import { defineModule } from "../../module.ts";
import { registerBankRoutes } from "./bank.routes.ts";
import { bankAssignmentCases, bankTransferCases } from "./bank-cases.ts";
import { BANK_CHECKS } from "./bank-checks.repository.ts";
import { measureBank } from "./bank-figures.ts";
import { startBankJobs } from "./bank-jobs.ts";
import { bankQueue } from "./waiting-entries.repository.ts";

export const bankModule = defineModule({
  name: "bank",
  needs: ["cases", "deposits", "people", "rates"],
  routes: [registerBankRoutes],
  jobs: [startBankJobs],
  caseHandlers: [bankTransferCases, bankAssignmentCases],
  figures: [measureBank],
  queues: [bankQueue],
  invariants: BANK_CHECKS,
});
