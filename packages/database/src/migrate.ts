import { createHash } from "node:crypto";
import type postgres from "postgres";
import { databaseErrorKind } from "./database-errors.ts";
import { connectTo } from "./driver/connect-to.ts";
import {
  FormerHistoryError,
  MigrationBusyError,
  MigrationChangedError,
  MigrationLockError,
  RepeatableMigrationError,
} from "./migration-errors.ts";

/**
 * A schema change that runs exactly once: tables, indexes and rows. Its id and text never change
 * after a release.
 */
export interface VersionedMigration {
  /** Unique, such as `ledger-0001_accounts`. */
  readonly id: string;
  readonly sql: string;
  /**
   * Id of the migration in an earlier history that this one replaced. A database that ran the
   * earlier migration is rejected.
   */
  readonly replaces?: string;
}

/**
 * The current text of a function, a view or a trigger. It runs again whenever it changes, so the
 * text must replace the existing object.
 */
export interface RepeatableMigration {
  /**
   * Unique, such as `ledger-functions/submit`. The part before the first hyphen names the set,
   * whose migrations share one generation.
   */
  readonly id: string;
  readonly sql: string;
  /**
   * Increases whenever a text in the set changes. A text whose generation is lower than the
   * recorded one does not run, so an older server running alongside a newer one replaces nothing.
   */
  readonly generation: number;
}

export type Migration = VersionedMigration | RepeatableMigration;

/** The role that migrations grant privileges to; the application's login role is a member of it. */
export const APPLICATION_ROLE = "tessera_app";

/** The table where a database records the migrations that have run on it. */
export const MIGRATION_TABLE = "public.tessera_migration";

/** Arbitrary advisory lock key; all processes that migrate queue for this lock. */
const QUEUE_KEY = 7_265_737_365;

const PREPARE = `
  create table if not exists ${MIGRATION_TABLE} (
    id text primary key,
    checksum text not null,
    -- Null for a versioned migration.
    generation integer,
    ran_at timestamptz not null default now()
  );
  grant select on ${MIGRATION_TABLE} to ${APPLICATION_ROLE};
`;

/** Creates the group role if it is missing. Another process may do so at the same time. */
const CREATE_ROLE = `
  do $$
  begin
    if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
      create role ${APPLICATION_ROLE} nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
`;

/**
 * Migrates the schema. Versioned migrations without a record run first, in order, each in the same
 * transaction as its record. Then all repeatable migrations whose text has changed run, in order,
 * in one transaction. Concurrent callers wait for each other.
 *
 * @returns the ids that ran
 * @throws FormerHistoryError if the database was created by an earlier, replaced history
 * @throws MigrationChangedError if a versioned migration differs from its recorded text
 * @throws MigrationLockError if a migration waited for a lock longer than `lockTimeoutMs`
 * @throws MigrationBusyError if another process was migrating for longer than `lockTimeoutMs`
 * @throws RepeatableMigrationError if PostgreSQL rejected a repeatable migration
 */
export async function migrate(options: {
  readonly ownerUrl: string;
  readonly migrations: readonly Migration[];
  /**
   * Maximum wait for a lock in milliseconds, so that statements queued behind it can continue. If
   * absent, there is no limit.
   */
  readonly lockTimeoutMs?: number;
}): Promise<string[]> {
  const { migrations, lockTimeoutMs = 0 } = options;
  const sql = connectTo(options.ownerUrl, {
    connection: { application_name: "tessera-migrate" },
  });
  try {
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, false)`;
    await sql`select pg_advisory_lock(${QUEUE_KEY})`.catch((error: unknown) => {
      throw databaseErrorKind(error) === "lock_timeout"
        ? new MigrationBusyError(lockTimeoutMs)
        : error;
    });
    await requireOwnHistory(sql, migrations);
    await sql.unsafe(CREATE_ROLE);
    await sql.unsafe(PREPARE);
    const ran = await runVersioned(sql, migrations.filter(isVersioned), lockTimeoutMs);
    return [...ran, ...(await runRepeatable(sql, migrations, lockTimeoutMs))];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** A database's record of a migration that has run on it. */
export interface RecordedMigration {
  readonly id: string;
  /** SHA-256 of the migration's text, in hex. */
  readonly checksum: string;
}

/** Reads the records of the migrations that have run on a database, ordered by id. */
export async function recordedMigrations(sql: {
  unsafe: postgres.Sql["unsafe"];
}): Promise<RecordedMigration[]> {
  const known = await recorded(sql);
  return [...known].map(([id, { checksum }]) => ({ id, checksum }));
}

/** Returns the record that a database will store for a migration. */
export function recordOf(migration: Migration): RecordedMigration {
  return { id: migration.id, checksum: checksumOf(migration) };
}

/**
 * Returns the ids of `migrations` that have not run yet, in order, for the readiness check.
 * Repeatable migrations that a newer server has replaced with a later generation are not pending.
 *
 * @throws FormerHistoryError if the database was created by an earlier, replaced history
 */
export async function pendingMigrations(
  db: { readonly sql: postgres.Sql<{ bigint: bigint }> },
  migrations: readonly Migration[],
): Promise<string[]> {
  await requireOwnHistory(db.sql, migrations);
  if (!(await hasRecords(db.sql))) {
    return migrations.map(({ id }) => id);
  }
  const known = await recorded(db.sql);
  return migrations
    .filter((migration) =>
      isVersioned(migration) ? !known.has(migration.id) : isStale(migration, known),
    )
    .map(({ id }) => id);
}

interface Recorded {
  readonly checksum: string;
  readonly generation: number | null;
}

type Queried = { unsafe: postgres.Sql["unsafe"] };

async function hasRecords(sql: Queried): Promise<boolean> {
  const [table] = await sql.unsafe<{ present: boolean }[]>(
    `select to_regclass('${MIGRATION_TABLE}') is not null as present`,
  );
  return table?.present === true;
}

async function recorded(sql: Queried): Promise<Map<string, Recorded>> {
  const rows = await sql.unsafe<({ id: string } & Recorded)[]>(
    `select id, checksum, generation from ${MIGRATION_TABLE} order by id collate "C"`,
  );
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

async function requireOwnHistory(sql: Queried, migrations: readonly Migration[]): Promise<void> {
  const replaced = migrations.flatMap((one) =>
    isVersioned(one) && one.replaces !== undefined ? [one.replaces] : [],
  );
  if (replaced.length === 0 || !(await hasRecords(sql))) {
    return;
  }
  const [former] = await sql.unsafe(
    `select from ${MIGRATION_TABLE} where id = any($1::text[]) limit 1`,
    [replaced],
  );
  if (former !== undefined) {
    throw new FormerHistoryError();
  }
}

function isRepeatable(migration: Migration): migration is RepeatableMigration {
  return "generation" in migration;
}

function isVersioned(migration: Migration): migration is VersionedMigration {
  return !isRepeatable(migration);
}

/** Returns whether a repeatable migration has to run on a database with these records. */
function isStale(migration: RepeatableMigration, known: ReadonlyMap<string, Recorded>): boolean {
  const before = known.get(migration.id);
  return (
    before === undefined ||
    (before.checksum !== checksumOf(migration) && (before.generation ?? 0) <= migration.generation)
  );
}

async function runVersioned(
  sql: postgres.Sql,
  migrations: readonly VersionedMigration[],
  lockTimeoutMs: number,
): Promise<string[]> {
  const known = await recorded(sql);
  const ran: string[] = [];
  for (const migration of migrations) {
    const { id, sql: text } = migration;
    const checksum = checksumOf(migration);
    const before = known.get(id);
    if (before === undefined) {
      try {
        await sql.begin(async (tx) => {
          await tx.unsafe(text);
          await tx`insert into public.tessera_migration (id, checksum) values (${id}, ${checksum})`;
        });
      } catch (error) {
        throw lockErrorOf(error, id, lockTimeoutMs) ?? error;
      }
      ran.push(id);
    } else if (before.checksum !== checksum) {
      throw new MigrationChangedError(id);
    }
  }
  return ran;
}

async function runRepeatable(
  sql: postgres.Sql,
  migrations: readonly Migration[],
  lockTimeoutMs: number,
): Promise<string[]> {
  const known = await recorded(sql);
  const repeatable = migrations.filter(isRepeatable);
  const stale = repeatable.filter((one) => isStale(one, known));
  if (repeatable.length === 0) {
    return [];
  }
  await sql.begin(async (tx) => {
    for (const migration of stale) {
      const { id, generation } = migration;
      try {
        await tx.unsafe(migration.sql);
        await tx`
          insert into public.tessera_migration (id, checksum, generation)
          values (${id}, ${checksumOf(migration)}, ${generation})
          on conflict (id) do update set checksum = excluded.checksum,
            generation = excluded.generation, ran_at = now()`;
      } catch (error) {
        throw lockErrorOf(error, id, lockTimeoutMs) ?? new RepeatableMigrationError(id, error);
      }
    }
    await recordGenerations(tx, repeatable);
  });
  return stale.map(({ id }) => id);
}

/**
 * Raises the recorded generation of unchanged texts, so that an older server does not restore an
 * earlier text. Deletes the records of objects that existed only in an earlier generation: a backup
 * lists the records, and a database that never had those objects would reject the backup.
 */
async function recordGenerations(
  tx: postgres.TransactionSql,
  repeatable: readonly RepeatableMigration[],
): Promise<void> {
  const ids = repeatable.map(({ id }) => id);
  const generations = new Map(repeatable.map(({ id, generation }) => [setOf(id), generation]));
  for (const [set, generation] of generations) {
    await tx`
      update public.tessera_migration set generation = ${generation}
      where split_part(id, '-', 1) = ${set} and generation < ${generation} and id = any(${ids})`;
    await tx`
      delete from public.tessera_migration
      where split_part(id, '-', 1) = ${set} and generation < ${generation} and id <> all(${ids})`;
  }
}

/** Returns the set that an id belongs to: `ledger` for `ledger-functions/submit`. */
function setOf(id: string): string {
  return id.replace(/-.*/, "");
}

function lockErrorOf(
  error: unknown,
  id: string,
  lockTimeoutMs: number,
): MigrationLockError | undefined {
  return databaseErrorKind(error) === "lock_timeout"
    ? new MigrationLockError(id, lockTimeoutMs)
    : undefined;
}

function checksumOf(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}
