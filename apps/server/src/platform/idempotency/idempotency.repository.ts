import { sql } from "kysely";
import type { Db } from "../database/db.ts";

/** The owner and the operation that an idempotency key belongs to. */
export interface IdempotencyScope {
  /** The customer's UUID. */
  readonly owner: string;
  /** The method and route. */
  readonly operation: string;
  readonly key: string;
}

export interface StoredAnswer {
  /** The SHA-256 of the request in hex. */
  readonly fingerprint: string;
  readonly status: number;
  /** The response body as sent. */
  readonly body: string;
}

type Fragment = ReturnType<Db["sql"]>;

/** Describes the rows to read in the statement that looks up idempotency keys. */
export interface RowsToRead<Row extends { readonly id: string }> {
  /** Selects the row whose id equals the SQL expression `id`, a UUID. */
  readonly withId: (db: Db, id: Fragment) => Fragment;
  /** Never set. Only carries the row's type. */
  readonly row?: Row;
}

/** An idempotency key, and the id of the row to read with it, or undefined to read no row. */
export interface KeyWithRow extends IdempotencyScope {
  readonly rowId: string | undefined;
}

/** The response stored under a key, and the row read with it. Each is null if there is none. */
export interface AnswerWithRow<Row> {
  readonly answer: StoredAnswer | null;
  readonly row: Row | null;
}

/**
 * Finds the stored response and one row for each of many keys, in a single statement. Results are
 * in the order of the keys.
 */
export async function findAnswersAndRows<Row extends { readonly id: string }>(
  db: Db,
  keys: readonly KeyWithRow[],
  rows: RowsToRead<Row>,
): Promise<AnswerWithRow<Row>[]> {
  const found = await db.sql<(Row & StoredAnswerColumns)[]>`
    select wanted.place, answer.fingerprint as "answerFingerprint",
      answer.status as "answerStatus", answer.body as "answerBody", found.*
    from unnest(
      ${keys.map(({ owner }) => owner)}::uuid[],
      ${keys.map(({ operation }) => operation)}::text[],
      ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ rowId }) => rowId ?? null)}::uuid[]
    ) with ordinality as wanted (owner, operation, key, row_id, place)
    left join idempotency_answer answer using (owner, operation, key)
    left join lateral (${rows.withId(db, db.sql`wanted.row_id`)}) found on true`;
  const results: AnswerWithRow<Row>[] = keys.map(() => ({ answer: null, row: null }));
  for (const one of found) {
    const { place, answerFingerprint: fingerprint, answerStatus: status, answerBody: body } = one;
    const answer = fingerprint === null ? null : { fingerprint, status, body };
    // Every column of the row is null if there is no row.
    results[Number(place) - 1] = { answer, row: one.id === null ? null : one };
  }
  return results;
}

/** The columns selected in addition to those of the row. */
interface StoredAnswerColumns {
  readonly place: bigint;
  readonly answerFingerprint: string | null;
  readonly answerStatus: number;
  readonly answerBody: string;
}

/**
 * Finds the stored responses for many keys in one statement. Results are in the order of the keys,
 * with null for an unused key.
 */
export async function findAnswers(
  db: Db,
  scopes: readonly IdempotencyScope[],
): Promise<(StoredAnswer | null)[]> {
  const rows = await db.sql<(StoredAnswer & { place: bigint })[]>`
    select wanted.place, answer.fingerprint, answer.status, answer.body
    from unnest(
      ${scopes.map(({ owner }) => owner)}::uuid[],
      ${scopes.map(({ operation }) => operation)}::text[],
      ${scopes.map(({ key }) => key)}::text[]
    ) with ordinality as wanted (owner, operation, key, place)
    join idempotency_answer answer using (owner, operation, key)`;
  const found: (StoredAnswer | null)[] = scopes.map(() => null);
  for (const { place, ...answer } of rows) {
    found[Number(place) - 1] = answer;
  }
  return found;
}

/**
 * Stores the responses for many keys in one statement. A key that already has a response keeps it.
 * Because another server may have run the same request at the same time, returns the response
 * stored under each key, in order.
 *
 * The commit does not wait for the disk. If a crash loses a row, the request runs again, as it also
 * does if the server dies before this call. The ledger's ids make that harmless.
 */
export async function storeAnswers(
  db: Db,
  answers: readonly (IdempotencyScope & StoredAnswer)[],
): Promise<readonly StoredAnswer[]> {
  const stored = await db.sql<{ key: string }[]>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
    insert into idempotency_answer (owner, operation, key, fingerprint, status, body)
    select given.* from relaxed, unnest(
      ${answers.map(({ owner }) => owner)}::uuid[],
      ${answers.map(({ operation }) => operation)}::text[],
      ${answers.map(({ key }) => key)}::text[],
      ${answers.map(({ fingerprint }) => fingerprint)}::text[],
      ${answers.map(({ status }) => status)}::int[],
      ${answers.map(({ body }) => body)}::text[]
    ) as given
    on conflict do nothing
    returning key`;
  if (stored.length === answers.length) {
    return answers;
  }
  const found = await findAnswers(db, answers);
  return answers.map((answer, index) => found[index] ?? answer);
}

/** Deletes responses older than `days` days. The ledger's ids stay unique permanently. */
export async function forgetAnswers(db: Db, days: number): Promise<void> {
  await sql`
    delete from idempotency_answer
    where created_at < now() - make_interval(days => ${days})`.execute(db.kysely);
}
