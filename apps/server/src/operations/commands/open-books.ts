import { existsSync } from "node:fs";
import { openDatabase, pendingMigrations } from "@tessera/database";
import { createLedger, type Ledger } from "@tessera/ledger";
import { migrations } from "../../db/migrations.ts";
import { auditedLedger } from "../../platform/audit/audited-ledger.ts";
import { type Clock, MovableClock, systemClock } from "../../platform/clock.ts";
import { type Config, readConfig } from "../../platform/config/config.ts";
import type { Db } from "../../platform/context.ts";
import { createKeys, type Keys } from "../../platform/crypto/keys.ts";
import { createPersonKeys, type PersonKeys } from "../../platform/crypto/person-keys.ts";
import { checkValueOf } from "../../platform/crypto/require-root-key.ts";
import { readRootKey } from "../../platform/crypto/root-key.ts";
import { findCheckValue } from "../../platform/crypto/root-key-check.repository.ts";
import { namingDatabase } from "../../platform/database/naming-database.ts";
import { newId } from "../../platform/ids.ts";
import { restoreSandboxClock } from "../../platform/sandbox-clock.repository.ts";
import { addDatabaseMark } from "../../startup/database-mark/database-mark.repository.ts";
import { requireDatabaseKind } from "../../startup/database-mark/settle-database-mark.ts";
import { type DatabaseServer, openDatabaseServer } from "../../startup/open-database-server.ts";
import { type CommandCall, CommandError } from "../command-line/command.ts";

/** The configured databases, opened for one command. */
export interface Books {
  readonly config: Config;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly personKeys: PersonKeys;
}

const MAX_CONNECTIONS = 4;

/** Opens the configured database server, which is closed when the command ends. */
export async function openServerFor(
  call: Pick<CommandCall, "env" | "atEnd">,
): Promise<DatabaseServer> {
  const config = readConfig(call.env);
  if (config.cells.length > 1) {
    const numbers = config.cells.map(({ cell }) => cell).join(", ");
    throw new CommandError(`CELLS names cells ${numbers}. Say which one with --cell <number>.`);
  }
  const server = await openDatabaseServer(config);
  call.atEnd(async () => server.embedded?.stop());
  return server;
}

/**
 * Opens existing databases.
 *
 * @throws CommandError if they do not exist or belong to another version
 */
export async function openBooks(call: Pick<CommandCall, "env" | "atEnd">): Promise<Books> {
  requireData(readConfig(call.env));
  return booksOf(call, await openServerFor(call));
}

/**
 * Checks that the embedded database has been started before, since opening it for the first time
 * would create a new one.
 *
 * @throws CommandError
 */
export function requireData({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !existsSync(dataDir)) {
    throw new CommandError(
      `There is no data in ${dataDir} yet. Start Tessera first, or set DATA_DIR.`,
    );
  }
}

/**
 * Opens the ledger in a running database.
 *
 * @throws CommandError if the database belongs to another version
 */
export async function booksOf(
  call: Pick<CommandCall, "atEnd">,
  { appUrl, ownerUrl, config }: DatabaseServer,
): Promise<Books> {
  const db: Db = openDatabase<object>({
    url: ownerUrl,
    maxConnections: MAX_CONNECTIONS,
    applicationName: "tessera-command",
    statementTimeoutMs: 0,
  });
  call.atEnd(() => db.close());
  await namingDatabase(ownerAddress({ ownerUrl, config }), () => requireOwnBooks(db, config));
  const clock: Clock = config.mode === "sandbox" ? new MovableClock() : systemClock;
  if (clock instanceof MovableClock) {
    await restoreSandboxClock(db, clock);
  }
  const books = createLedger({ db, clock: config.mode === "sandbox" ? clock : undefined });
  const personKeys = createPersonKeys(() => keysIfAny({ config, db }));
  const ledger = auditedLedger(books, { clock, personKeys, db });
  return { config, appUrl, ownerUrl, db, clock, ledger, personKeys };
}

/**
 * Returns the database address for the role that runs commands, and the name of the setting that
 * contains the address.
 */
export function ownerAddress({ ownerUrl, config }: Pick<Books, "ownerUrl" | "config">): {
  readonly setting: string;
  readonly url: string;
} {
  const setting = config.databaseOwnerUrl === undefined ? "DATABASE_URL" : "DATABASE_OWNER_URL";
  return { setting, url: ownerUrl };
}

/**
 * Checks that the schema belongs to this version and that the database's mark matches the settings.
 */
async function requireOwnBooks(db: Db, { mode }: Config): Promise<void> {
  const pending = await pendingMigrations(db, migrations);
  if (pending.length > 0) {
    throw new CommandError(
      `The database lacks ${pending.length} of ${migrations.length} migrations. Run npm run ` +
        "tessera -- migrate, or start the sandbox once.",
    );
  }
  const isUnmarked = await requireDatabaseKind(db.sql, mode);
  if (isUnmarked) {
    await addDatabaseMark(db.sql, { kind: mode, deploymentId: newId() });
  }
}

/**
 * Returns the keys for sealed data, or undefined if they are missing or belong to another database.
 */
export async function keysIfAny(books: Pick<Books, "config" | "db">): Promise<Keys | undefined> {
  try {
    return await openKeys(books);
  } catch (error) {
    if (error instanceof CommandError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Returns the keys for the open databases.
 *
 * @throws CommandError if the keys are missing or belong to another database
 */
export async function openKeys({ config, db }: Pick<Books, "config" | "db">): Promise<Keys> {
  const ring = await readRootKey(config);
  if (ring === undefined) {
    throw new CommandError(`There is no root key in ${config.keyFile}. Restore it.`);
  }
  const keys = createKeys(ring);
  const noted = await findCheckValue(db);
  if (noted !== undefined && noted !== checkValueOf(keys)) {
    throw new CommandError("The root key is not the one that this database was created with.");
  }
  return keys;
}
