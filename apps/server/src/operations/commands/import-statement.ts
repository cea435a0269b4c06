import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { ERRORS } from "@tessera/contract/errors/catalog";
import { problemText } from "@tessera/contract/money-movement/statement-problems";
import { StatementError } from "../../adapters/bank-statements/statement-problem.ts";
import {
  allocateEntries,
  countEntryStates,
  type ImportedStatement,
  importStatements,
} from "../../money-movement/bank/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Command, type CommandCall, CommandError } from "../command-line/command.ts";
import { showProgress } from "../command-line/show-progress.ts";
import { COMMAND_LINE, typedBy } from "./acting.ts";
import { garbageCollector } from "./collect-garbage.ts";
import { contextOf } from "./command-context.ts";
import { openBooks } from "./open-books.ts";

/** How many batches are decided at the same time. More would only wait for the database. */
const WORKERS = 2;
/** After how many transactions garbage is collected. Each leaves up to five kilobytes. */
const COLLECTED_AFTER = 4_000;

export const importStatement: Command = {
  name: "import-statement",
  summary: "import a bank statement (camt.053 or CSV) and credit the transfers in it",
  argument: "<file>",
  options: {},
  details:
    "All statements in the file are imported or none; every problem is listed with its line. " +
    "Importing the same file again changes nothing, and transactions that an earlier statement " +
    "had are not counted twice. docs/providers/bank-statements.md describes the formats.\n\n" +
    "Afterwards, transfers with a customer's reference are credited, unless an operator has to " +
    "review them. If the command is interrupted, a running server does the rest.",
  async run(call) {
    const file = call.argument ?? "";
    await access(file).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`${file} cannot be read (${error.code ?? error.message}).`);
    });
    const context = await contextOf(call, await openBooks(call));
    const progress = showProgress(call.terminal);
    const tidy = onceForEach(COLLECTED_AFTER, garbageCollector());
    try {
      const imported = await importFile(context, file, (entries) => {
        tidy(entries);
        progress.show(`${entries} transactions read`);
      });
      await allocateEntries(context, {
        stopping: call.signal,
        workers: WORKERS,
        onProgress: (done) => {
          tidy(done);
          progress.show(`${done} transactions decided`);
        },
      });
      progress.clear();
      await report(call, context, imported);
    } finally {
      progress.clear();
    }
  },
};

function importFile(
  context: AppContext,
  file: string,
  onProgress: (entries: number) => void,
): Promise<ImportedStatement[]> {
  const by = { actor: COMMAND_LINE, requestId: null, data: { ...typedBy(), layer: "operator" } };
  return importStatements(context, () => createReadStream(file), { by, onProgress }).catch(inWords);
}

/** Returns a function of a growing number that acts each time it has grown by a given amount. */
function onceForEach(amount: number, act: () => void): (reached: number) => void {
  let actedAt = 0;
  return (reached) => {
    if (reached < actedAt || reached - actedAt >= amount) {
      actedAt = reached;
      act();
    }
  };
}

function inWords(error: unknown): never {
  if (error instanceof StatementError) {
    const lines = error.problems.map(({ line, code, value }) => {
      const text = problemText(code, value, "en");
      return line === 0 ? `  ${text}` : `  line ${line}: ${text}`;
    });
    throw new CommandError(`Nothing was imported:\n${lines.join("\n")}`);
  }
  throw error instanceof Refusal ? new CommandError(ERRORS[error.code].message.en) : error;
}

async function report(
  { terminal }: CommandCall,
  context: AppContext,
  imported: readonly ImportedStatement[],
): Promise<void> {
  for (const { id, account, statementId, added, known, pending } of imported) {
    const name = `${statementId} of ${account}`;
    if (id === null) {
      terminal.stdout.write(`${name}: already imported, nothing changed\n`);
      continue;
    }
    const counts = await countEntryStates(context, id);
    const states = counts.map(({ state, count }) => `${count} ${state.replace("_", " ")}`);
    terminal.stdout.write(
      `${name}: ${added} transactions added, ${known} known before, ${pending} expected\n` +
        (states.length === 0 ? "" : `  ${states.join(", ")}\n`),
    );
  }
}
