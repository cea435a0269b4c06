import { createHash } from "node:crypto";
import type postgres from "postgres";
import { connectTo } from "./connect-to.ts";
import { databaseErrorKind } from "./database-errors.ts";

/** One step of the schema. Once released, neither its id nor its text changes. */
export interface Migration {
  /** Unique for ever, such as `ledger-0001-accounts`. */
  readonly id: string;
  readonly sql: string;
}

/** The role that migrations grant to; the application logs in as a member of it. */
export const APPLICATION_ROLE = "tessera_app";

/** A recorded migration whose text is not the one that ran. */
export class MigrationChangedError extends Error {
  constructor(id: string) {
    super(`migration ${id} was changed after it ran; write a new one instead`);
    this.name = "MigrationChangedError";
  }
}

/** A migration waited too long for a lock that others hold, and was rolled back. */
export class MigrationLockError extends Error {
  constructor(id: string, lockTimeoutMs: number) {
    super(
      `migration ${id} waited ${lockTimeoutMs / 1_000} s for a lock that others hold. It was ` +
        "rolled back, and those before it are done; run this again when the database is less busy",
    );
    this.name = "MigrationLockError";
  }
}

/** Another process migrates the same database and did not finish in time. */
export class MigrationBusyError extends Error {
  constructor(lockTimeoutMs: number) {
    super(
      `another process has been migrating this database for over ${lockTimeoutMs / 1_000} s. ` +
        "Nothing was changed here; run this again when it has finished",
    );
    this.name = "MigrationBusyError";
  }
}

/** Where a database records which migrations ran. */
export const MIGRATION_TABLE = "public.tessera_migration";

/** Any constant; all starters of Tessera queue on it. */
const QUEUE_KEY = 7_265_737_365;

const PREPARE = `
  create table if not exists ${MIGRATION_TABLE} (
    id text primary key,
    checksum text not null,
    ran_at timestamptz not null default now()
  );
  grant select on ${MIGRATION_TABLE} to ${APPLICATION_ROLE};
`;

/** Creates the group role where it is missing; another starter may do so at the same moment. */
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
 * Brings the schema up to date: every migration that has no record runs, in order, each in one
 * transaction with its record. Starters at the same time wait for one another.
 *
 * @returns the ids that ran
 * @throws MigrationChangedError when a recorded migration has another text now
 * @throws MigrationLockError when one waited longer than `lockTimeoutMs`
 * @throws MigrationBusyError when another process was migrating for longer than `lockTimeoutMs`
 */
export async function migrate(options: {
  readonly ownerUrl: string;
  readonly migrations: readonly Migration[];
  /** Longest wait for a lock, so that its queue moves on; absent: no limit. */
  readonly lockTimeoutMs?: number;
}): Promise<string[]> {
  const { lockTimeoutMs = 0 } = options;
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
    await sql.unsafe(CREATE_ROLE);
    await sql.unsafe(PREPARE);
    const known = await recorded(sql);
    const ran: string[] = [];
    for (const migration of options.migrations) {
      const checksum = checksumOf(migration);
      const before = known.get(migration.id);
      if (before === undefined) {
        await runOne(sql, migration, { checksum, lockTimeoutMs });
        ran.push(migration.id);
      } else if (before !== checksum) {
        throw new MigrationChangedError(migration.id);
      }
    }
    return ran;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** What a database says of a migration that ran on it. */
export interface RecordedMigration {
  readonly id: string;
  /** SHA-256 of its text, in hex. */
  readonly checksum: string;
}

/** The migrations that ran on a database, by id. */
export async function recordedMigrations(sql: {
  unsafe: postgres.Sql["unsafe"];
}): Promise<RecordedMigration[]> {
  const known = await recorded(sql);
  return [...known].map(([id, checksum]) => ({ id, checksum }));
}

/** What a database will say of a migration once it ran. */
export function recordOf(migration: Migration): RecordedMigration {
  return { id: migration.id, checksum: checksumOf(migration) };
}

/** Ids of `migrations` that have not run yet, in order; for readiness. */
export async function pendingMigrations(
  db: { readonly sql: postgres.Sql<{ bigint: bigint }> },
  migrations: readonly Migration[],
): Promise<string[]> {
  const [table] = await db.sql<{ present: boolean }[]>`
    select to_regclass(${MIGRATION_TABLE}) is not null as present`;
  if (table?.present !== true) {
    return migrations.map(({ id }) => id);
  }
  const known = await recorded(db.sql);
  return migrations.filter(({ id }) => !known.has(id)).map(({ id }) => id);
}

async function recorded(sql: { unsafe: postgres.Sql["unsafe"] }): Promise<Map<string, string>> {
  const rows = await sql.unsafe<{ id: string; checksum: string }[]>(
    `select id, checksum from ${MIGRATION_TABLE} order by id collate "C"`,
  );
  return new Map(rows.map(({ id, checksum }) => [id, checksum]));
}

async function runOne(
  sql: postgres.Sql,
  { id, sql: text }: Migration,
  { checksum, lockTimeoutMs }: { readonly checksum: string; readonly lockTimeoutMs: number },
): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(text);
      await tx`insert into public.tessera_migration (id, checksum) values (${id}, ${checksum})`;
    });
  } catch (error) {
    throw databaseErrorKind(error) === "lock_timeout"
      ? new MigrationLockError(id, lockTimeoutMs)
      : error;
  }
}

function checksumOf(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}
