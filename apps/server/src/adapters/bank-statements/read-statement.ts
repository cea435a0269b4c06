import { readCamt053 } from "./camt053-reader.ts";
import { readCsv } from "./csv-reader.ts";
import { textOf } from "./file-text.ts";
import type { StatementEvent } from "./statement.ts";
import { type CheckedBy, StatementChecker } from "./statement-checker.ts";
import { StatementProblems } from "./statement-problem.ts";

/** The formats of statements. */
export type StatementFormat = "camt.053" | "csv";

/** An event of a file, with the file's format. */
export type CheckedEvent = StatementEvent & { readonly format: StatementFormat };

/** Returns the text again with its first piece, and that piece. */
async function peek(text: AsyncGenerator<string>) {
  let first = "";
  while (first.trim() === "") {
    const next = await text.next();
    if (next.done === true) {
      break;
    }
    first += next.value;
  }
  async function* all() {
    yield first;
    yield* text;
  }
  return { first, text: all() };
}

/**
 * Reads the statements in a file and checks them, as a stream. An event that has been returned is
 * not final: a problem may come later, and then the whole file is refused.
 *
 * @throws StatementError listing what is wrong, by line
 */
export async function* readStatements(
  bytes: AsyncIterable<Uint8Array>,
  by: CheckedBy,
): AsyncGenerator<CheckedEvent> {
  const problems = new StatementProblems();
  const checker = new StatementChecker(problems, by);
  const { first, text } = await peek(textOf(bytes, problems));
  const format = first.trimStart().startsWith("<") ? "camt.053" : "csv";
  const read = format === "camt.053" ? readCamt053 : readCsv;
  for await (const event of read(text, problems)) {
    checker.take(event);
    yield { ...event, format };
  }
  checker.finish();
  problems.require();
}
