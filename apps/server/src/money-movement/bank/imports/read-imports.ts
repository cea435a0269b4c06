import type { Locale } from "@tessera/contract/errors/locales";
import type { StatementImports } from "@tessera/contract/money-movement/bank.schemas";
import {
  problemText,
  STATEMENT_PROBLEMS,
  type StatementProblemCode,
} from "@tessera/contract/money-movement/statement-problems";
import type { StatementProblem } from "../../../adapters/bank-statements/statement-problem.ts";
import type { AppContext } from "../../../platform/context.ts";
import { wireId } from "../../../platform/ids.ts";
import type { ImportedStatement } from "../statement-import.ts";
import { type ImportRow, selectImports } from "./imports.repository.ts";

/** The number of imports that are listed. */
const LISTED = 10;
/** An import that has noted no progress for this long has been broken off. */
const BROKEN_OFF_MS = 120_000;

/** Lists the latest imports of statements, newest first: how far they are, or how they ended. */
export async function listImports(context: AppContext, locale: Locale): Promise<StatementImports> {
  const rows = await selectImports(context.db.kysely, LISTED);
  const nowMs = context.clock.now().getTime();
  return { data: rows.map((row) => present(row, nowMs, locale)) };
}

function present(row: ImportRow, nowMs: number, locale: Locale): StatementImports["data"][number] {
  const isSilent = nowMs - row.updated_at.getTime() > BROKEN_OFF_MS;
  return {
    id: wireId("bim", row.id),
    state: row.state === "reading" && isSilent ? "broken_off" : row.state,
    entries: row.entries,
    statements: row.statements.map(presentStatement),
    problems: presentProblems(row.problems, locale),
    startedAt: row.started_at.toISOString(),
    importedBy: row.imported_by,
  };
}

export function presentStatement(one: ImportedStatement) {
  return { ...one, id: one.id === null ? null : wireId("bst", one.id) };
}

/** Presents why a file was refused, in the reader's language. */
export function presentProblems(problems: readonly StatementProblem[], locale: Locale) {
  return problems.map(({ line, code, value }) => ({
    line,
    code,
    message: isKnown(code) ? problemText(code, value, locale) : value,
  }));
}

/** A server of another release may have stored a problem that this one does not know. */
function isKnown(code: string): code is StatementProblemCode {
  return Object.hasOwn(STATEMENT_PROBLEMS, code);
}
