import { type Insertable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { ExportQuestion } from "./export-question.policy.ts";
import type { ExportRow, ReconciliationTables, StoredTotal } from "./reconciliation.tables.ts";

/** Serializes a customer's requests, so that the number of open exports is counted correctly. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<void> {
  await sql`select from customer where id = ${customerId} for no key update`.execute(tx);
}

export async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from pg_timezone_names where name = ${name}`.execute(tx);
  return rows.length > 0;
}

/** Selects the start of the first day and the end of the last day in a time zone. */
export async function selectPeriod(
  tx: Tx,
  { fromDay, toDay, timeZone }: ExportQuestion,
): Promise<{ readonly startsAt: Date; readonly endsAt: Date }> {
  const { rows } = await sql<{ startsAt: Date; endsAt: Date }>`
    select ${fromDay}::text::date::timestamp at time zone ${timeZone}::text as "startsAt",
      (${toDay}::text::date + 1)::timestamp at time zone ${timeZone}::text as "endsAt"`.execute(tx);
  const [period] = rows;
  if (period === undefined) {
    throw new Error("the query for a period returned none");
  }
  return period;
}

export async function countOpenExports(tx: Tx, customerId: string): Promise<number> {
  const { open } = await tx
    .withTables<ReconciliationTables>()
    .selectFrom("reconciliation_export")
    .select((eb) => eb.fn.countAll<bigint>().as("open"))
    .where("customer_id", "=", customerId)
    .where("status", "in", ["queued", "processing"])
    .executeTakeFirstOrThrow();
  return Number(open);
}

export async function insertExport(
  tx: Tx,
  row: Insertable<ReconciliationTables["reconciliation_export"]>,
): Promise<ExportRow> {
  return tx
    .withTables<ReconciliationTables>()
    .insertInto("reconciliation_export")
    .values({ ...row, question: sql`${JSON.stringify(row.question)}::text::jsonb` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findExportByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<ExportRow | undefined> {
  return tx
    .withTables<ReconciliationTables>()
    .selectFrom("reconciliation_export")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Finds an export that belongs to a customer. */
export async function findExport(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<ExportRow | undefined> {
  return tx
    .withTables<ReconciliationTables>()
    .selectFrom("reconciliation_export")
    .selectAll()
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** Lists a customer's exports, newest first. */
export async function listExportRows(
  tx: Tx,
  customerId: string,
  after: { readonly at: Date; readonly id: string } | undefined,
  limit: number,
): Promise<ExportRow[]> {
  return tx
    .withTables<ReconciliationTables>()
    .selectFrom("reconciliation_export")
    .selectAll()
    .where("customer_id", "=", customerId)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("created_at", "id"),
          "<",
          eb.tuple(after?.at ?? new Date(0), after?.id ?? ""),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Cancels an export that is queued or running.
 *
 * @returns the export if this call canceled it
 */
export async function cancelOpenExport(
  tx: Tx,
  key: { readonly customerId: string; readonly id: string; readonly now: Date },
): Promise<ExportRow | undefined> {
  return tx
    .withTables<ReconciliationTables>()
    .updateTable("reconciliation_export")
    .set({ status: "cancelled", leased_until: null, finished_at: key.now })
    .where("id", "=", key.id)
    .where("customer_id", "=", key.customerId)
    .where("status", "in", ["queued", "processing"])
    .returningAll()
    .executeTakeFirst();
}

/** An attempt to create an export. Its writes are rejected once another attempt has taken over. */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

/**
 * Claims an export for `leaseSeconds`: either the longest-waiting export whose customer has no
 * other export running, or an export whose lease has expired.
 */
export async function claimExport(tx: Tx, leaseSeconds: number): Promise<ExportRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    update reconciliation_export set status = 'processing', attempt = attempt + 1,
      rows_done = 0, leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = (
      select e.id from reconciliation_export e
      where e.status in ('queued', 'processing')
        and (e.leased_until is null or e.leased_until < clock_timestamp())
        and (e.status = 'processing' or not exists (
          select from reconciliation_export other
          where other.customer_id = e.customer_id and other.status = 'processing'))
      order by e.created_at, e.id limit 1 for no key update skip locked
    )
    returning id`.execute(tx);
  const [claimed] = rows;
  return claimed === undefined
    ? undefined
    : tx
        .withTables<ReconciliationTables>()
        .selectFrom("reconciliation_export")
        .selectAll()
        .where("id", "=", claimed.id)
        .executeTakeFirst();
}

/**
 * Stores the progress of an attempt.
 *
 * @returns whether the attempt still owns the export
 */
export async function recordProgress(
  tx: Tx,
  attempt: Attempt,
  progress: {
    readonly rowsDone: number;
    readonly rowsTotal: number;
    readonly leaseSeconds: number;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reconciliation_export set rows_done = ${progress.rowsDone},
      rows_total = ${progress.rowsTotal},
      leased_until = clock_timestamp() + make_interval(secs => ${progress.leaseSeconds})
    where id = ${attempt.id} and attempt = ${attempt.attempt} and status = 'processing'`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Extends an attempt's lease while the attempt works without making progress. */
export async function renewLease(tx: Tx, attempt: Attempt, leaseSeconds: number): Promise<void> {
  await sql`
    update reconciliation_export
    set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${attempt.id} and attempt = ${attempt.attempt} and status = 'processing'`.execute(
    tx,
  );
}

export interface Completion {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly totals: readonly StoredTotal[];
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * Completes an export.
 *
 * @returns whether the attempt still owned the export
 */
export async function completeExport(tx: Tx, attempt: Attempt, done: Completion): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reconciliation_export set status = 'completed', leased_until = null,
      rows_done = ${done.rows}, rows_total = ${done.rows}, bytes = ${done.bytes},
      sha256 = ${done.sha256}, totals = ${JSON.stringify(done.totals)}::text::jsonb,
      finished_at = ${done.now}, expires_at = ${done.expiresAt}
    where id = ${attempt.id} and attempt = ${attempt.attempt} and status = 'processing'`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/**
 * Fails an export.
 *
 * @returns whether the attempt still owned the export
 */
export async function failExport(
  tx: Tx,
  attempt: Attempt,
  failure: NonNullable<ExportRow["failure"]>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<ReconciliationTables>()
    .updateTable("reconciliation_export")
    .set({ status: "failed", failure, leased_until: null, finished_at: now })
    .where("id", "=", attempt.id)
    .where("attempt", "=", attempt.attempt)
    .where("status", "=", "processing")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases an export, so that another attempt can start after a delay. */
export async function giveBackExport(
  tx: Tx,
  attempt: Attempt,
  pauseSeconds: number,
): Promise<void> {
  await sql`
    update reconciliation_export set status = 'queued', rows_done = 0,
      leased_until = clock_timestamp() + make_interval(secs => ${pauseSeconds})
    where id = ${attempt.id} and attempt = ${attempt.attempt} and status = 'processing'`.execute(
    tx,
  );
}

/**
 * Marks completed exports as expired once their files have expired.
 *
 * @returns the customers of these exports
 */
export async function expireExports(
  tx: Tx,
  now: Date,
): Promise<{ readonly id: string; readonly customer_id: string }[]> {
  return tx
    .withTables<ReconciliationTables>()
    .updateTable("reconciliation_export")
    .set({ status: "expired" })
    .where("status", "=", "completed")
    .where("expires_at", "<=", now)
    .returning(["id", "customer_id"])
    .execute();
}
