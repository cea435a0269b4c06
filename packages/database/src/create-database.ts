import type postgres from "postgres";
import { databaseErrorCode } from "./database-errors.ts";
import { connectTo } from "./driver/connect-to.ts";
import { APPLICATION_ROLE } from "./migrate.ts";

const NO_SUCH_DATABASE = "3D000";
/** SQLSTATEs raised if another process creates the same database at the same time. */
const MADE_MEANWHILE = new Set(["42P04", "23505"]);
const CONNECT_TIMEOUT_SECONDS = 2;

/**
 * Creates the database named in an address if it does not exist, by connecting to another database
 * on the same server. The creator owns the database; the application's role may connect.
 *
 * @param options.ownerUrl the database, as its owner
 * @param options.besideUrl an existing database on the server, as the same role
 * @returns whether the database was created
 * @throws the driver's error if the server can't be reached or the role may not create databases
 */
export async function createDatabase(options: {
  readonly ownerUrl: string;
  readonly besideUrl: string;
}): Promise<boolean> {
  if (await databaseExists(options.ownerUrl)) {
    return false;
  }
  const name = databaseName(options.ownerUrl);
  const sql = connect(options.besideUrl);
  try {
    await sql`create database ${sql(name)}`;
    await sql`revoke connect, temporary on database ${sql(name)} from public`;
    await grantConnect(sql, name);
    return true;
  } catch (error) {
    if (MADE_MEANWHILE.has(databaseErrorCode(error) ?? "")) {
      return false;
    }
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Returns the database name in a connection URL. */
export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** Returns the same address with a different database name. */
export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

function connect(url: string): postgres.Sql {
  return connectTo(url, {
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    connection: { application_name: "tessera-create" },
  });
}

/**
 * Returns whether the database named in an address exists.
 *
 * @throws the driver's error if the server can't be reached
 */
export async function databaseExists(url: string): Promise<boolean> {
  const sql = connect(url);
  try {
    await sql`select`;
    return true;
  } catch (error) {
    if (databaseErrorCode(error) === NO_SUCH_DATABASE) {
      return false;
    }
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Grants CONNECT to the application's role. The role exists on any server where Tessera has run
 * migrations; otherwise running them creates it.
 */
async function grantConnect(sql: postgres.Sql, name: string): Promise<void> {
  const [role] = await sql`select from pg_roles where rolname = ${APPLICATION_ROLE}`;
  if (role !== undefined) {
    await sql`grant connect on database ${sql(name)} to ${sql(APPLICATION_ROLE)}`;
  }
}
