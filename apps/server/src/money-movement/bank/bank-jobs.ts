import type { AppContext } from "../../platform/context.ts";
import { allocateEntries } from "./allocate-entries.ts";
import { ownBankAccounts } from "./bank-accounts.ts";
import { collectReversalDebts } from "./collect-debts.ts";

const ALLOCATE_MS = 1_000;
const COLLECT_MS = 60_000;

/**
 * Starts the jobs that decide imported transactions and collect debts of reversed ones, if the
 * program has an account at a bank.
 */
export function startBankJobs(context: AppContext): void {
  if (ownBankAccounts(context).length === 0) {
    return;
  }
  context.jobs.every(ALLOCATE_MS, "bank.allocate", (stopping) =>
    allocateEntries(context, { stopping }),
  );
  context.jobs.every(COLLECT_MS, "bank.collect-debts", () => collectReversalDebts(context));
}
