import type { AppContext } from "../../platform/context.ts";
import { allocateEntries } from "./allocate-entries.ts";
import { ownBankAccounts } from "./bank-accounts.ts";

const ALLOCATE_MS = 1_000;

/** Starts the job that decides imported transactions, if the program has an account at a bank. */
export function startBankJobs(context: AppContext): void {
  if (ownBankAccounts(context).length === 0) {
    return;
  }
  context.jobs.every(ALLOCATE_MS, "bank.allocate", (stopping) =>
    allocateEntries(context, { stopping }),
  );
}
