import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { databaseErrorCode, databaseErrorKind } from "./database-errors.ts";
import { type EmbeddedServer, startEmbeddedServer } from "./embedded/embedded-server.ts";
import { APPLICATION_ROLE, type Migration, migrate } from "./migrate.ts";

/**
 * Environment variable with the address of an owner who may create databases and roles. If set,
 * tests run on that server.
 */
export const TEST_OWNER_URL = "TEST_DATABASE_OWNER_URL";

const TEST_APP_ROLE = "tessera_test_app";
const TEMPLATE_PREFIX = "tessera_template_";
const TEST_PREFIX = "tessera_test_";
const EARLIER_POLL_MS = 50;

/** Settings of a test server, in addition to those of the embedded server. */
export const TEST_SERVER_SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: "128MB",
  max_connections: "200",
  autovacuum: "on",
};

export interface TestServer {
  readonly ownerUrl: string;
  stop(): Promise<void>;
}

/**
 * Provides the server that a test run shares: the one at {@link TEST_OWNER_URL}, or otherwise an
 * embedded server in a temporary directory, which `stop` deletes.
 */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env[TEST_OWNER_URL];
  if (given !== undefined && given !== "") {
    return { ownerUrl: given, stop: async () => undefined };
  }
  const directory = await mkdtemp(join(tmpdir(), "tessera-test-"));
  // mkdtemp creates the directory with mode 0700, but the server may run as another user.
  await chmod(directory, 0o755);
  const server = await startEmbeddedServer({
    dataDir: join(directory, "pg"),
    settings: TEST_SERVER_SETTINGS,
  });
  await allowForeignTables(server);
  return {
    ownerUrl: server.ownerUrl,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Lets the owner of every new database create links to other databases, as an administrator does
 * for a program with several cells.
 */
async function allowForeignTables(server: EmbeddedServer): Promise<void> {
  const sql = postgres(withDatabase(server.superuserUrl, "template1"), { max: 1 });
  const owner = new URL(server.ownerUrl).username;
  try {
    await sql.unsafe("create extension postgres_fdw");
    await sql.unsafe(`grant usage on foreign data wrapper postgres_fdw to ${owner}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export interface TestDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Ends all connections to the database and drops it. */
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file by cloning a template, which takes a few dozen milliseconds.
 * The first caller with these migrations creates the template.
 */
export async function createTestDatabase(options: {
  readonly migrations: readonly Migration[];
}): Promise<TestDatabase> {
  const serverUrl = process.env[TEST_OWNER_URL];
  if (serverUrl === undefined || serverUrl === "") {
    throw new Error(
      `${TEST_OWNER_URL} is not set: add packages/database/src/testing-global-setup.ts to ` +
        "globalSetup of this vitest configuration",
    );
  }
  const admin = postgres(serverUrl, { max: 1, onnotice: () => undefined });
  try {
    const template = await ensureTemplate(admin, serverUrl, options.migrations);
    const name = TEST_PREFIX + randomBytes(8).toString("hex");
    await admin.unsafe(`create database ${name} template ${template}`);
    const appUrl = await ensureAppLogin(admin, withDatabase(serverUrl, name), name);
    return {
      ownerUrl: withDatabase(serverUrl, name),
      appUrl,
      drop: () => dropDatabase(serverUrl, name),
    };
  } finally {
    await admin.end({ timeout: 5 });
  }
}

/**
 * Waits until every writing transaction that began before this call has ended, in any database on
 * the server. Work that processes committed rows (seals, counters, events) stops at the oldest
 * running transaction, and a transaction in another test file may run for many seconds.
 */
export async function earlierTransactionsEnd(sql: postgres.Sql): Promise<void> {
  const [now] = await sql<{ next: string }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`;
  for (;;) {
    const [row] = await sql<{ isEnded: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.next ?? "0"}::xid8 as "isEnded"`;
    if (row?.isEnded === true) {
      return;
    }
    await sleep(EARLIER_POLL_MS);
  }
}

async function ensureTemplate(
  admin: postgres.Sql,
  serverUrl: string,
  migrations: readonly Migration[],
): Promise<string> {
  const hash = createHash("sha256");
  for (const { id, sql } of migrations) {
    hash.update(`${id}\0${sql}\0`);
  }
  const name = TEMPLATE_PREFIX + hash.digest("hex").slice(0, 24);
  // Held until this session ends, because several test files start at the same time.
  await admin`select pg_advisory_lock(hashtext(${name}))`;
  const [ready] = await admin`select from pg_database where datname = ${name}`;
  if (ready === undefined) {
    const unfinished = `${name}_unfinished`;
    await dropDatabase(serverUrl, unfinished);
    await admin.unsafe(`create database ${unfinished}`);
    await migrate({ ownerUrl: withDatabase(serverUrl, unfinished), migrations });
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
  }
  await admin`select pg_advisory_unlock(hashtext(${name}))`;
  return name;
}

/** Creates a login role that is a member of the application's role, as in production. */
async function ensureAppLogin(
  admin: postgres.Sql,
  ownerUrl: string,
  database: string,
): Promise<string> {
  const password = createHash("sha256")
    .update(`app ${new URL(ownerUrl).password}`)
    .digest("hex");
  try {
    await admin.unsafe(
      `do $$ begin
         if not exists (select from pg_roles where rolname = '${TEST_APP_ROLE}') then
           create role ${TEST_APP_ROLE} login in role ${APPLICATION_ROLE} password '${password}';
         end if;
       end $$`,
    );
  } catch (error) {
    const kind = databaseErrorKind(error);
    if (kind !== "unique_violation" && kind !== "other") {
      throw error;
    }
  }
  await admin.unsafe(`grant connect on database ${database} to ${APPLICATION_ROLE}`);
  const url = new URL(ownerUrl);
  url.username = TEST_APP_ROLE;
  url.password = password;
  return url.href;
}

/** A database that is this old and has no connections was left behind by an interrupted test. */
const STALE_AFTER = "1 hour";
/**
 * Number of templates to keep, newest first, even if they are stale. Switching back to another
 * branch needs those of earlier schemas again.
 */
const TEMPLATES_KEPT = 4;

/**
 * Removes databases left on a long-running server by interrupted tests and earlier schemas.
 *
 * @param superuserUrl a superuser's connection URL, because only a superuser can see how old a
 * database is
 */
export async function removeStaleDatabases(superuserUrl: string): Promise<void> {
  const admin = postgres(superuserUrl, { max: 1, onnotice: () => undefined });
  try {
    const databases = await admin<{ name: string; isStale: boolean }[]>`
      select datname as name,
             created < now() - ${STALE_AFTER}::interval
               and not exists (select from pg_stat_activity a where a.datname = d.datname)
               as "isStale"
      from pg_database d,
           lateral (select modification as created
                    from pg_stat_file('base/' || d.oid || '/PG_VERSION', true)) file
      where datname like ${`${TEST_PREFIX}%`} or datname like ${`${TEMPLATE_PREFIX}%`}
      order by created desc`;
    const isTemplate = ({ name }: { name: string }) => name.startsWith(TEMPLATE_PREFIX);
    const kept = new Set(databases.filter(isTemplate).slice(0, TEMPLATES_KEPT));
    for (const database of databases.filter((one) => one.isStale && !kept.has(one))) {
      await dropDatabase(superuserUrl, database.name);
    }
  } finally {
    await admin.end({ timeout: 5 });
  }
}

/**
 * SQLSTATEs for a database in use by a process that the owner may not terminate, such as an
 * autovacuum worker, which exits on its own.
 */
const STILL_IN_USE = new Set(["55006", "42501"]);
const DROP_TRIES = 50;
const DROP_PAUSE_MS = 100;

/**
 * Ends all connections to a database and drops it. The server URL must name a different database on
 * the same server.
 */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => undefined });
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        await admin.unsafe(`drop database if exists ${name} with (force)`);
        return;
      } catch (error) {
        if (tries === DROP_TRIES || !STILL_IN_USE.has(databaseErrorCode(error) ?? "")) {
          throw error;
        }
        await sleep(DROP_PAUSE_MS);
      }
    }
  } finally {
    await admin.end({ timeout: 5 });
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
