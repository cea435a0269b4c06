import { startStripeIssuing } from "../adapters/card-network/stripe/index.ts";
import { startFiles } from "../adapters/files/index.ts";
import { startMail } from "../adapters/mail/index.ts";
import { startReviewExpiry } from "../authorization/approvals/index.ts";
import { startHoldExpiry } from "../authorization/holds/index.ts";
import { startForgettingNumbers, startSettlingHolds } from "../authorization/requests/index.ts";
import { startSettlingWindows } from "../authorization/rules/index.ts";
import { startSettlingUnmatched } from "../authorization/unmatched/index.ts";
import { recleanAnnouncements } from "../back-office/announcements/index.ts";
import { startCaseExpiry } from "../back-office/cases/index.ts";
import { startBoard } from "../back-office/dashboard/index.ts";
import { startSupport } from "../back-office/support/index.ts";
import {
  startClosings,
  startDebtCollection,
  startForgettingTries,
} from "../cards/lifecycle/index.ts";
import { startAccountClosings } from "../identity/account-closing/index.ts";
import { startMyData } from "../identity/my-data/index.ts";
import { startAccounts } from "../identity/profile/index.ts";
import { startRetention } from "../identity/retention/index.ts";
import { startReconciliation } from "../insights/statements/index.ts";
import { startWalletJobs } from "../money-movement/deposits/index.ts";
import { startWithdrawalJobs } from "../money-movement/payouts/index.ts";
import type { AppContext } from "../platform/context.ts";
import { startLedgerUpkeep } from "../platform/jobs/ledger-upkeep.ts";
import { startMaintenance } from "../platform/jobs/maintenance.ts";
import type { PracticeBooks } from "../simulator/scenarios/index.ts";

/** Starts Tessera's background work: jobs, expiries, sealing, retention. */
export async function startBackgroundWork(
  context: AppContext,
  practice?: PracticeBooks,
): Promise<void> {
  startMaintenance(context);
  await startLedgerUpkeep(context);
  await startMail(context);
  await startAccounts(context);
  await recleanAnnouncements(context);
  startWalletJobs(context);
  startWithdrawalJobs(context);
  startHoldExpiry(context);
  startReviewExpiry(context);
  startCaseExpiry(context);
  await startSettlingWindows(context);
  await startSettlingHolds(context);
  startSettlingUnmatched(context);
  startDebtCollection(context);
  startForgettingNumbers(context);
  startClosings(context);
  startForgettingTries(context);
  startAccountClosings(context);
  startReconciliation(context);
  startMyData(context);
  startFiles(context);
  startSupport(context);
  startBoard(context);
  startRetention(context, practice);
  await startStripeIssuing(context);
}
