import { measureWallets } from "../../adapters/evm-payouts/wallet-figures.ts";
import { defineModule } from "../../module.ts";
import { WITHDRAWAL_CHECKS } from "./addresses/withdrawal-checks.repository.ts";
import { withdrawalCases } from "./decide-withdrawals.ts";
import { measureMessages } from "./send/measure-messages.ts";
import { withdrawalsQueue } from "./waiting-withdrawals.repository.ts";
import { countStrangePayouts, startWithdrawalJobs } from "./withdrawal-jobs.ts";
import { registerWithdrawalsRoutes } from "./withdrawals.routes.ts";

export const payoutsModule = defineModule({
  name: "payouts",
  needs: [
    "asset-books",
    "cases",
    "decision",
    "deposits",
    "exchange",
    "mail",
    "people",
    "pricing",
    "program",
    "rates",
    "second-factor",
    "security-hold",
    "sessions",
  ],
  routes: [registerWithdrawalsRoutes],
  jobs: [startWithdrawalJobs],
  caseHandlers: [withdrawalCases],
  gauges: [countStrangePayouts],
  figures: [measureMessages, measureWallets],
  queues: [withdrawalsQueue],
  invariants: WITHDRAWAL_CHECKS,
});
