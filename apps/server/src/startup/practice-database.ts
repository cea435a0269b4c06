import {
  createDatabase,
  databaseExists,
  databaseName,
  migrate,
  pendingMigrations,
  withDatabaseName,
} from "@tessera/database";
import { migrations, PRACTICE_MARK, practiceMigrations } from "../db/migrations.ts";
import { ConfigError } from "../platform/config/config.ts";
import { DatabaseUnusableError, namingDatabase } from "../platform/database/naming-database.ts";
import { withDatabase } from "../platform/database/with-database.ts";
import { numberUnused } from "./database-mark/settle-cell.ts";
import { requireDatabaseKind, settleDatabaseMark } from "./database-mark/settle-database-mark.ts";
import type { DatabaseServer } from "./open-database-server.ts";
import { requireOrdinaryRole } from "./require-ordinary-role.ts";

/** The address of the real database, and where to create the simulator's database. */
export interface PracticeSource {
  readonly appUrl: string;
  readonly ownerUrl: string;
  /**
   * `PRACTICE_DATABASE_URL`. If undefined, the simulator uses a database on the same server whose
   * name ends in `_practice`.
   */
  readonly practiceUrl: string | undefined;
  /** The number of the cell whose customers practice in it. */
  readonly cell: number;
  /** Whether the real database's owner role must also own the simulator's database. */
  readonly hasSeparateOwner: boolean;
}

/**
 * Returns where the settings place the simulator's database. In live mode, the application's role
 * never owns it.
 */
export function practiceSourceOf({
  appUrl,
  ownerUrl,
  config,
}: Pick<DatabaseServer, "appUrl" | "ownerUrl" | "config">): PracticeSource {
  const { practiceDatabaseUrl: practiceUrl, cell, mode } = config;
  return { appUrl, ownerUrl, practiceUrl, cell, hasSeparateOwner: mode === "live" };
}

const SETTING = "PRACTICE_DATABASE_URL";
const SUFFIX = "_practice";
/** A database that exists on every PostgreSQL server, to connect to when creating another one. */
const ANY_DATABASE = "postgres";

interface Addresses {
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly besideUrl: string;
}

function addressesOf(source: PracticeSource): Addresses {
  const { appUrl, ownerUrl, practiceUrl, hasSeparateOwner } = source;
  if (practiceUrl !== undefined) {
    const asOwner = hasSeparateOwner ? withRoleOf(practiceUrl, ownerUrl) : practiceUrl;
    const besideUrl = withDatabaseName(asOwner, ANY_DATABASE);
    return { appUrl: practiceUrl, ownerUrl: asOwner, besideUrl };
  }
  const name = `${databaseName(appUrl)}${SUFFIX}`;
  return {
    appUrl: withDatabaseName(appUrl, name),
    ownerUrl: withDatabaseName(ownerUrl, name),
    besideUrl: ownerUrl,
  };
}

/**
 * Prepares the simulator's database: creates it if it is missing, and migrates it. If the database
 * contains anything else, such as the real ledger, leaves it unchanged.
 *
 * @param lockTimeoutMs how long a migration may wait for a lock; 0 means no limit
 * @returns the address for the application's role
 * @throws Error if the database is not the simulator's; the driver's error if it is unreachable
 */
export async function preparePracticeDatabase(
  source: PracticeSource,
  lockTimeoutMs = 0,
): Promise<string> {
  const { appUrl, ownerUrl, besideUrl } = addressesOf(source);
  await createDatabase({ ownerUrl, besideUrl });
  await requireOwnDatabase(ownerUrl);
  await settleDatabaseMark(ownerUrl, "practice", () =>
    migrate({ ownerUrl, migrations: practiceMigrations, lockTimeoutMs }),
  );
  await withDatabase(ownerUrl, (db) => numberUnused(db.sql, source.cell));
  return appUrl;
}

/**
 * Checks that the simulator's database is ready, using the application's role. Changes nothing.
 *
 * @returns the address of the database
 * @throws DatabaseUnusableError if it must be prepared first; the message says what to run
 * @throws DatabaseMarkError if it is not the simulator's
 * @throws ConfigError if the role is not an ordinary one
 */
export async function requirePracticeDatabase(source: PracticeSource): Promise<string> {
  const { appUrl } = addressesOf(source);
  const address = { setting: SETTING, url: appUrl };
  await namingDatabase(address, async () => {
    await withDatabase(appUrl, async (db) => {
      await requireOrdinaryRole(db, address);
      const pending = await pendingMigrations(db, practiceMigrations);
      if (pending.length > 0) {
        throw new DatabaseUnusableError(
          `The practice database lacks ${pending.length} migrations: run npm run tessera -- ` +
            "migrate.",
        );
      }
      await requireDatabaseKind(db.sql, "practice");
    });
  });
  return appUrl;
}

/**
 * Checks the role of `PRACTICE_DATABASE_URL` when a live server starts, so that no server has
 * credentials that could change the real database. An unreachable database is checked when it is
 * first used.
 *
 * @throws ConfigError naming each problem with the role
 */
export async function requirePracticeRole(
  { practiceUrl }: PracticeSource,
  onUnreachable: (error: unknown) => void,
): Promise<void> {
  if (practiceUrl === undefined) {
    return;
  }
  try {
    await withDatabase(practiceUrl, (db) =>
      requireOrdinaryRole(db, { setting: SETTING, url: practiceUrl }),
    );
  } catch (error) {
    if (error instanceof ConfigError) {
      throw error;
    }
    onUnreachable(error);
  }
}

/**
 * Lists the pending migrations of the simulator's database; all of them if it does not exist yet.
 */
export async function pendingPracticeMigrations(source: PracticeSource): Promise<string[]> {
  const { ownerUrl } = addressesOf(source);
  if (!(await databaseExists(ownerUrl))) {
    return practiceMigrations.map(({ id }) => id);
  }
  return withDatabase(ownerUrl, (db) => pendingMigrations(db, practiceMigrations));
}

/** Returns the name of the simulator's database on the real database's server. */
export function practiceDatabaseName(source: PracticeSource): string {
  return databaseName(addressesOf(source).ownerUrl);
}

function withRoleOf(url: string, ownerUrl: string): string {
  const [changed, { username, password }] = [new URL(url), new URL(ownerUrl)];
  changed.username = username;
  changed.password = password;
  return changed.href;
}

/**
 * Returns the address of the simulator's database for its owner; undefined if it was never used.
 */
export async function findPracticeDatabase(source: PracticeSource): Promise<string | undefined> {
  const { ownerUrl } = addressesOf(source);
  return (await databaseExists(ownerUrl)) ? ownerUrl : undefined;
}

async function requireOwnDatabase(ownerUrl: string): Promise<void> {
  const pending = new Set(
    await withDatabase(ownerUrl, (db) => pendingMigrations(db, practiceMigrations)),
  );
  if (pending.has(PRACTICE_MARK) && migrations.some(({ id }) => !pending.has(id))) {
    throw new Error("the simulator is not set up in a database that contains another ledger");
  }
}
