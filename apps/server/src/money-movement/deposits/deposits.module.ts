import { countSkippedRows } from "../../adapters/custodian/watch-custodian-feed.ts";
import { countChainEvents } from "../../adapters/evm/chain-figures.ts";
import { defineModule } from "../../module.ts";
import { depositCases } from "./deposit-cases.ts";
import { startDepositJobs } from "./deposit-jobs.ts";
import { registerDepositsRoutes } from "./deposits.routes.ts";
import { retractionCases } from "./retraction-cases.ts";

export const depositsModule = defineModule({
  name: "deposits",
  needs: ["asset-books", "cases", "exchange", "legal", "people", "rates"],
  routes: [registerDepositsRoutes],
  jobs: [startDepositJobs],
  caseHandlers: [depositCases, retractionCases],
  figures: [countSkippedRows, countChainEvents],
});
