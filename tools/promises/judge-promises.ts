import type { KeeperCheck } from "./keepers.ts";
import { NOT_A_PROMISE, type PromiseEntry } from "./promise-table.ts";
import { isNumberedPromise } from "./promised-documents.ts";
import { cellsOf } from "./sentences.ts";

/** Returns the differences between a document's sentences and its table; empty if they agree. */
export function judgePromises(
  sentences: readonly string[],
  table: readonly PromiseEntry[],
  check: KeeperCheck,
): readonly string[] {
  const inDocument = new Set(sentences);
  const inTable = new Set(table.map(({ sentence }) => sentence));
  return [
    ...sentences
      .filter((sentence) => !inTable.has(sentence))
      .map((sentence) => `Not in the table: ${sentence}`),
    ...table
      .filter(({ sentence }) => !inDocument.has(sentence))
      .map(({ sentence }) => `Not in the document any more: ${sentence}`),
    ...table
      .filter(({ sentence }, index) => table.findIndex((it) => it.sentence === sentence) !== index)
      .map(({ sentence }) => `Twice in the table: ${sentence}`),
    ...table.flatMap((entry) => problemsOf(entry, check)),
  ];
}

function problemsOf(entry: PromiseEntry, check: KeeperCheck): readonly string[] {
  const { sentence, keptBy, notAPromise } = entry;
  if ((keptBy === undefined) === (notAPromise === undefined)) {
    return [`Needs either keptBy or notAPromise: ${sentence}`];
  }
  if (keptBy === undefined) {
    return notAPromise !== undefined && Object.hasOwn(NOT_A_PROMISE, notAPromise)
      ? []
      : [`No reason of the list (${notAPromise}): ${sentence}`];
  }
  if (keptBy.length === 0 || keptBy.some((keeper) => keeper.trim() === "")) {
    return [`Nothing keeps it: ${sentence}`];
  }
  return keptBy.flatMap((keeper) => {
    const problem = check(keeper);
    return problem === undefined ? [] : [`${problem} (${keeper}): ${sentence}`];
  });
}

/** One of the numbered promises in SECURITY.md, with the tests listed in its row. */
export interface NumberedPromise extends PromiseEntry {
  readonly id: string;
  readonly keptBy: readonly string[];
}

/** Returns the rows of the table of numbered promises, in order. */
export function numberedPromises(markdown: string): readonly NumberedPromise[] {
  return markdown
    .split("\n")
    .filter(isNumberedPromise)
    .map((row) => {
      const [id = "", sentence = "", tests = ""] = cellsOf(row);
      return { id, sentence, keptBy: tests.replaceAll("`", "").split(/\s*<br>\s*/) };
    });
}
