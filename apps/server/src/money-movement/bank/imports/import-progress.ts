import type { StatementProblem } from "../../../adapters/bank-statements/statement-problem.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import type { ImportedStatement } from "../statement-import.ts";
import { endImport, insertImport, noteProgress } from "./imports.repository.ts";

/** How often the number of transactions read is stored, in milliseconds. */
const NOTED_EVERY_MS = 1_000;

/**
 * The record of one import, which all operators see while it runs and afterwards, whether or not
 * the one who started it is still there.
 */
export class ImportProgress {
  readonly #context: AppContext;
  readonly #id: string;
  #entries = 0;
  #notedMs = performance.now();

  private constructor(context: AppContext, id: string) {
    this.#context = context;
    this.#id = id;
  }

  static async begin(context: AppContext, actor: string): Promise<ImportProgress> {
    const at = context.clock.now();
    const id = newId(at);
    await insertImport(context.db.kysely, { id, actor, at });
    return new ImportProgress(context, id);
  }

  /** Notes the number of transactions read so far, outside the transaction of the import. */
  async read(entries: number): Promise<void> {
    this.#entries = entries;
    const nowMs = performance.now();
    if (nowMs - this.#notedMs < NOTED_EVERY_MS) {
      return;
    }
    this.#notedMs = nowMs;
    const at = this.#context.clock.now();
    await noteProgress(this.#context.db.kysely, { id: this.#id, entries, at });
  }

  /** Records that the file was imported, in the transaction that imports it. */
  async imported(tx: Tx, statements: readonly ImportedStatement[]): Promise<void> {
    await this.#end(tx, { statements, problems: [] });
  }

  /** Records why the file was refused. */
  async refused(problems: readonly StatementProblem[]): Promise<void> {
    const storable = problems.map((one) => ({ ...one, value: asStorable(one.value) }));
    await this.#end(this.#context.db.kysely, { statements: [], problems: storable });
  }

  async #end(
    tx: Tx,
    ended: {
      readonly statements: readonly ImportedStatement[];
      readonly problems: readonly StatementProblem[];
    },
  ): Promise<void> {
    const at = this.#context.clock.now();
    await endImport(tx, { id: this.#id, at, entries: this.#entries, ...ended });
  }
}

/** Replaces what PostgreSQL's JSON has no place for: U+0000, and one half of a surrogate pair. */
function asStorable(excerpt: string): string {
  return excerpt.toWellFormed().replaceAll("\u0000", "\uFFFD");
}
