import { existsSync, readFileSync } from "node:fs";
import { fromRoot } from "../../scripts/repository.ts";
import type { PromisedDocument } from "./promised-documents.ts";

/** A sentence in a document, with what keeps it or why it is not a promise. */
export interface PromiseEntry {
  readonly sentence: string;
  /** Tests (`path › name`), calls (`POST /api/…`), jobs (`job: name`), and rules (`rule: name`). */
  readonly keptBy?: readonly string[];
  /** One of the reasons in {@link NOT_A_PROMISE}. */
  readonly notAPromise?: string;
}

/** Reasons why a sentence is not a promise that code could keep. */
export const NOT_A_PROMISE: Readonly<Record<string, string>> = {
  advice: "recommends something to the reader",
  company: "states who the company is, or what its people undertake to do",
  definition: "says what a term means or where something is",
  design: "describes how the code is arranged, which the code itself shows",
  duty: "says what the reader has to do or must not do",
  heading: "a title, a heading or a question that the next sentences answer",
  law: "states what the law or this contract gives either side",
  limit: "says what is not offered or not promised",
  reference: "leads to another document, page or command",
  screen: "says where on a screen something is found or pressed",
  world: "states how others act: merchants, card networks, blockchains, mail",
};

/** Returns the table of a document; empty if the file does not exist. */
export function readTable({ table }: PromisedDocument): readonly PromiseEntry[] {
  const file = fromRoot(table);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PromiseEntry[]) : [];
}

/**
 * Returns a table in the order of its document's sentences. New sentences get an empty keeper,
 * which the check rejects. Entries whose sentence no longer exists are removed.
 */
export function updatedTable(
  sentences: readonly string[],
  table: readonly PromiseEntry[],
): readonly PromiseEntry[] {
  const known = new Map(table.map((entry) => [entry.sentence, entry]));
  return sentences.map((sentence) => known.get(sentence) ?? { sentence, keptBy: [""] });
}
