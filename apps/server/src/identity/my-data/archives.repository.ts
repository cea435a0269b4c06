import type { Locale } from "@tessera/contract/errors/locales";
import type { ArchiveFailure } from "@tessera/contract/identity/my-data.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type ArchiveRow, tables } from "./my-data.tables.ts";

const OPEN = ["queued", "processing"] as const;

/** Locks the customer, which serializes the customer's requests. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<void> {
  await sql`select from customer where id = ${customerId} for no key update`.execute(tx);
}

export async function hasOpenArchive(tx: Tx, customerId: string): Promise<boolean> {
  const open = await tables(tx)
    .selectFrom("data_archive")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("status", "in", OPEN)
    .executeTakeFirst();
  return open !== undefined;
}

export async function insertArchive(
  tx: Tx,
  row: Pick<ArchiveRow, "id" | "customer_id" | "client_key" | "created_at"> & {
    readonly locale: Locale;
  },
): Promise<ArchiveRow> {
  return tables(tx).insertInto("data_archive").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findArchiveByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<ArchiveRow | undefined> {
  return tables(tx)
    .selectFrom("data_archive")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Finds an archive that belongs to this customer. */
export async function findArchive(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<ArchiveRow | undefined> {
  return tables(tx)
    .selectFrom("data_archive")
    .selectAll()
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** Lists a customer's archives, newest first. */
export async function listArchiveRows(
  tx: Tx,
  customerId: string,
  after: { readonly at: Date; readonly id: string } | undefined,
  limit: number,
): Promise<ArchiveRow[]> {
  return tables(tx)
    .selectFrom("data_archive")
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
 * Cancels an archive in progress.
 *
 * @returns the archive, if it was in progress and is now canceled
 */
export async function cancelOpenArchive(
  tx: Tx,
  key: { readonly customerId: string; readonly id: string; readonly now: Date },
): Promise<ArchiveRow | undefined> {
  return tables(tx)
    .updateTable("data_archive")
    .set({ status: "cancelled", leased_until: null, finished_at: key.now })
    .where("id", "=", key.id)
    .where("customer_id", "=", key.customerId)
    .where("status", "in", OPEN)
    .returningAll()
    .executeTakeFirst();
}

/**
 * An attempt to create an archive. Once another attempt takes over, this one can no longer write.
 */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

/**
 * Claims an archive for `leaseSeconds`: the longest-waiting archive among those that have no lease
 * or an expired one.
 */
export async function claimArchive(tx: Tx, leaseSeconds: number): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    update data_archive set status = 'processing', attempt = attempt + 1, entries_done = 0,
      leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from data_archive
      where status in ('queued', 'processing')
        and (leased_until is null or leased_until < clock_timestamp())
      order by created_at, id limit 1 for no key update skip locked
    )
    returning id`.execute(tx);
  const [claimed] = rows;
  return claimed === undefined
    ? undefined
    : tables(tx)
        .selectFrom("data_archive")
        .selectAll()
        .where("id", "=", claimed.id)
        .executeTakeFirst();
}

/**
 * Stores the progress of an attempt.
 *
 * @returns whether the attempt still owns the archive
 */
export async function recordProgress(
  tx: Tx,
  { id, attempt }: Attempt,
  progress: { readonly done: number; readonly total: number; readonly leaseSeconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_archive set entries_done = ${progress.done}, entries_total = ${progress.total},
      leased_until = clock_timestamp() + make_interval(secs => ${progress.leaseSeconds})
    where id = ${id} and attempt = ${attempt} and status = 'processing'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Extends the attempt's lease during a long read. */
export async function renewLease(
  tx: Tx,
  { id, attempt }: Attempt,
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update data_archive
    set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and attempt = ${attempt} and status = 'processing'`.execute(tx);
}

export interface Completion {
  readonly entries: number;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * Completes an archive.
 *
 * @returns whether the attempt still owned the archive
 */
export async function completeArchive(
  tx: Tx,
  { id, attempt }: Attempt,
  done: Completion,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable("data_archive")
    .set({
      status: "completed",
      leased_until: null,
      entries_done: BigInt(done.entries),
      entries_total: BigInt(done.entries),
      bytes: BigInt(done.bytes),
      sha256: done.sha256,
      key_id: done.keyId,
      wrapped_key: done.wrappedKey,
      finished_at: done.now,
      expires_at: done.expiresAt,
    })
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "=", "processing")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ends an archive that could not be created.
 *
 * @returns whether the attempt still owned the archive
 */
export async function failArchive(
  tx: Tx,
  { id, attempt }: Attempt,
  failure: ArchiveFailure,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable("data_archive")
    .set({ status: "failed", leased_until: null, failure, finished_at: now })
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "=", "processing")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases an archive so that any server can retry it after a delay. */
export async function releaseArchive(
  tx: Tx,
  { id, attempt }: Attempt,
  pauseSeconds: number,
): Promise<void> {
  await sql`
    update data_archive
    set leased_until = clock_timestamp() + make_interval(secs => ${pauseSeconds})
    where id = ${id} and attempt = ${attempt} and status = 'processing'`.execute(tx);
}

/**
 * Expires completed archives and deletes the keys to their files. The archives are either those
 * past their expiry time, or all of a customer's earlier ones.
 *
 * @returns the expired archives and their customers
 */
export async function expireArchives(
  tx: Tx,
  of: { readonly now: Date } | { readonly customerId: string; readonly except: string },
): Promise<{ readonly id: string; readonly customer_id: string }[]> {
  const query = tables(tx)
    .updateTable("data_archive")
    .set({ status: "expired", key_id: null, wrapped_key: null })
    .where("status", "=", "completed")
    .returning(["id", "customer_id"]);
  return "now" in of
    ? query.where("expires_at", "<=", of.now).execute()
    : query.where("customer_id", "=", of.customerId).where("id", "<>", of.except).execute();
}
