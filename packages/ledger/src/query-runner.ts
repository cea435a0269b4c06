import { CompiledQuery, type QueryResult } from "kysely";

/** A Kysely instance or transaction of any schema. */
export interface QueryRunner {
  executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>>;
}

/** A transaction to read in, or a database. */
export type Source = QueryRunner | { readonly kysely: QueryRunner };

/** Runs hand-written SQL in the caller's transaction if there is one, and otherwise by itself. */
export async function query<Row>(
  source: Source,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const runner = "kysely" in source ? source.kysely : source;
  const { rows } = await runner.executeQuery(CompiledQuery.raw(text, [...parameters]));
  return rows as Row[];
}
