import type { AppContext } from "../../platform/context.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { allocateEntries } from "./allocate-entries.ts";
import { ownBankAccounts } from "./bank-accounts.ts";
import { deleteImports } from "./imports/imports.repository.ts";
import { matchNamedTrades } from "./trades/match-trade.ts";

const ALLOCATE_MS = 1_000;
const MATCH_TRADES_MS = 10_000;

/** Starts the jobs that decide imported transactions, if the program has an account at a bank. */
export function startBankJobs(context: AppContext): void {
  if (ownBankAccounts(context).length === 0) {
    return;
  }
  context.jobs.every(ALLOCATE_MS, "bank.allocate", (stopping) =>
    allocateEntries(context, { stopping }),
  );
  context.jobs.every(MATCH_TRADES_MS, "bank.match-trades", async () => {
    await matchNamedTrades(context);
  });
  context.jobs.hourly("bank.imports", () => forgetImports(context));
}

/** Deletes records of imports whose retention period is over. */
export async function forgetImports({ db, clock }: AppContext): Promise<void> {
  await deleteImports(db.kysely, overBefore("statementImports", clock.now()));
}
