import { CompiledQuery } from "kysely";
import type { Tx } from "../../platform/context.ts";

const ROWS_AT_ONCE = 500;

/** A database snapshot that returns rows a few hundred at a time. */
export interface ArchiveSource {
  /** Yields a statement's rows. Read all of them before starting the next statement. */
  rows<R extends object>(
    statement: string,
    parameters: readonly (string | Date)[],
  ): AsyncIterable<readonly R[]>;
}

/** Returns the snapshot that a transaction reads. */
export function sourceOf(tx: Tx): ArchiveSource {
  return {
    async *rows<R extends object>(statement: string, parameters: readonly (string | Date)[]) {
      const query = CompiledQuery.raw(statement, [...parameters]) as CompiledQuery<R>;
      for await (const { rows } of tx.getExecutor().stream(query, ROWS_AT_ONCE)) {
        yield rows;
      }
    },
  };
}

/** Returns a statement's only row, or undefined if there is none. */
export async function firstRow<R extends object>(
  source: ArchiveSource,
  statement: string,
  parameters: readonly string[],
): Promise<R | undefined> {
  let first: R | undefined;
  for await (const rows of source.rows<R>(statement, parameters)) {
    first ??= rows[0];
  }
  return first;
}

/** Counts the rows that a statement returns for a customer. */
export async function countRows(
  source: ArchiveSource,
  statement: string,
  customerId: string,
): Promise<number> {
  const counted = await firstRow<{ count: number }>(
    source,
    `select count(*)::int as count from (${statement}) counted`,
    [customerId],
  );
  return counted?.count ?? 0;
}
