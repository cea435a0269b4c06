import { readStatements } from "../../adapters/bank-statements/read-statement.ts";
import {
  StatementError,
  StatementProblems,
} from "../../adapters/bank-statements/statement-problem.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { currencyByAccount } from "./bank-accounts.ts";
import { ImportProgress } from "./imports/import-progress.ts";
import { type ImportedBy, type ImportedStatement, StatementImport } from "./statement-import.ts";

/**
 * Imports the statements in a file: all of them, or none if anything is wrong. Transactions that an
 * earlier statement had are not imported again, so repeating a file changes nothing. Afterwards,
 * what came in is in `suspense`, and `allocateEntries` credits it.
 *
 * @param open opens the file from its beginning; called again if the transaction has to be repeated
 * @param onProgress called with the number of transactions read so far
 * @throws StatementError listing what is wrong, by line; Refusal `not_offered`
 */
export async function importStatements(
  context: AppContext,
  open: () => AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportedStatement[]> {
  const accounts = currencyByAccount(context);
  const progress = await ImportProgress.begin(context, options.by.actor);
  try {
    return await importAll(context, open, { ...options, accounts, progress });
  } catch (error) {
    if (error instanceof StatementError) {
      await progress.refused(error.problems);
      await auditRefusal(context, options.by, error);
    }
    throw error;
  }
}

interface ImportOptions {
  readonly by: ImportedBy;
  onProgress?(entries: number): void;
}

interface Importing extends ImportOptions {
  readonly accounts: ReturnType<typeof currencyByAccount>;
  readonly progress: ImportProgress;
}

async function auditRefusal(
  { ledger, db }: AppContext,
  { actor, requestId, data }: ImportedBy,
  { problems }: StatementError,
): Promise<void> {
  const codes = [...new Set(problems.map(({ code }) => code))];
  await ledger.appendAudit({ kysely: db.kysely }, [
    {
      ...{ action: "bank.import", actor, customerId: null, object: null, outcome: "refused" },
      ...{ requestId, data: { ...data, problems: codes } },
    },
  ]);
}

async function importAll(
  context: AppContext,
  open: () => AsyncIterable<Uint8Array>,
  { by, accounts, progress, onProgress }: Importing,
): Promise<ImportedStatement[]> {
  const today = dayIn(context.clock.now(), context.config.timeZone);
  return inTransaction(context.db, async (tx) => {
    const problems = new StatementProblems();
    const imports: StatementImport[] = [];
    let current: StatementImport | undefined;
    let read = 0;
    try {
      for await (const event of readStatements(open(), { accounts, today })) {
        if (event.type === "statement") {
          current = new StatementImport(context, tx, { event, by, problems });
          imports.push(current);
        }
        read += event.type === "entry" ? event.entry.transactions.length : 0;
        await current?.take(event);
        onProgress?.(read);
        await progress.read(read);
      }
    } finally {
      // The transaction must not end before its last statement has.
      await current?.settled();
    }
    problems.require();
    const results = imports.map((one) => one.result());
    await progress.imported(tx, results);
    return results;
  });
}

/** Returns the day at a time in a time zone, such as `2026-11-27`. */
function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);
}
