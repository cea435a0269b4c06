import { startAccountClosings } from "./modules/account-closing/index.ts";
import { startAccounts } from "./modules/accounts/index.ts";
import { recleanAnnouncements } from "./modules/announcements/index.ts";
import { startBoard } from "./modules/board/index.ts";
import { startClosings, startDebtCollection, startForgettingTries } from "./modules/cards/index.ts";
import { startFiles } from "./modules/files/index.ts";
import { startMail } from "./modules/mail/index.ts";
import { startMyData } from "./modules/my-data/index.ts";
import {
  startForgettingNumbers,
  startHoldExpiry,
  startSettlingHolds,
  startSettlingUnmatched,
} from "./modules/network/index.ts";
import type { PracticeBooks } from "./modules/practice/index.ts";
import { startReconciliation } from "./modules/reconciliation/index.ts";
import { startRetention } from "./modules/retention/index.ts";
import { startCaseExpiry } from "./modules/reviews/index.ts";
import { startReviewExpiry, startSettlingWindows } from "./modules/risk/index.ts";
import { startStripeIssuing } from "./modules/stripe-issuing/index.ts";
import { startSupport } from "./modules/support/index.ts";
import { startWalletJobs } from "./modules/wallet/index.ts";
import { startWithdrawalJobs } from "./modules/withdrawals/index.ts";
import type { AppContext } from "./platform/context.ts";
import { startLedgerUpkeep } from "./platform/ledger-upkeep.ts";
import { startMaintenance } from "./platform/maintenance.ts";

/** Starts what Tessera does without being asked: jobs, expiries, sealing, clearing up. */
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
