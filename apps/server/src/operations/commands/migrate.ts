import { assertDurable, migrate, pendingMigrations } from "@tessera/database";
import { migrations } from "../../db/migrations.ts";
import { readConfig } from "../../platform/config/config.ts";
import { namingDatabase } from "../../platform/database/naming-database.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import type { DatabaseMark } from "../../startup/database-mark/database-mark.repository.ts";
import { findDatabaseMark } from "../../startup/database-mark/database-mark.repository.ts";
import { settleCell } from "../../startup/database-mark/settle-cell.ts";
import {
  requireDatabaseKind,
  settleDatabaseMark,
} from "../../startup/database-mark/settle-database-mark.ts";
import type { DatabaseServer } from "../../startup/open-database-server.ts";
import {
  findPracticeDatabase,
  type PracticeSource,
  pendingPracticeMigrations,
  practiceSourceOf,
  preparePracticeDatabase,
} from "../../startup/practice-database.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  UsageError,
} from "../command-line/command.ts";
import { openServerFor, ownerAddress } from "./open-books.ts";

const DEFAULT_LOCK_TIMEOUT_S = 5;

export const migrateSchema: Command = {
  name: "migrate",
  summary: "migrate the schema, before servers of this version start",
  options: {
    "dry-run": { type: "boolean", help: "list what would run, and change nothing" },
    "lock-timeout": {
      type: "string",
      value: "seconds",
      help: `longest wait for a lock, ${DEFAULT_LOCK_TIMEOUT_S} by default; 0 means no limit`,
    },
  },
  details:
    "Runs as the owner of the schema, DATABASE_OWNER_URL, which no live server has. Each " +
    "migration is one transaction: one that fails or waits too long for a lock is rolled back, " +
    "and the next run continues with it. Servers can keep running in the meantime.\n\nThe " +
    "simulator's database is migrated too. A new database is marked with the current mode, " +
    "sandbox or live, and is never used in the other.",
  async run(call) {
    const lockTimeoutMs = lockTimeoutOf(call);
    requireOwner(call);
    const server = await openServerFor(call);
    const source = practiceSourceOf(server);
    const lines = await namingDatabase(ownerAddress(server), () =>
      call.options.has("dry-run")
        ? planned(server, source)
        : migrated(server, source, lockTimeoutMs),
    );
    call.terminal.stdout.write(`${lines.join("\n")}\n`);
  },
};

function lockTimeoutOf({ options }: Pick<CommandCall, "options">): number {
  const text = options.text("lock-timeout") ?? String(DEFAULT_LOCK_TIMEOUT_S);
  if (!/^\d{1,5}$/.test(text)) {
    throw new UsageError("--lock-timeout must be a number of seconds, such as 5.");
  }
  return Number(text) * 1_000;
}

function requireOwner({ env }: Pick<CommandCall, "env">): void {
  const { mode, databaseOwnerUrl } = readConfig(env);
  if (mode === "live" && databaseOwnerUrl === undefined) {
    throw new CommandError(
      "Set DATABASE_OWNER_URL, the address of the database as the role that owns it.",
    );
  }
}

async function planned(server: DatabaseServer, source: PracticeSource): Promise<string[]> {
  const { ownerUrl, config } = server;
  const pending = await withDatabase(ownerUrl, async (db) => {
    await assertDurable(db.sql);
    await requireDatabaseKind(db.sql, config.mode);
    return pendingMigrations(db, migrations);
  });
  const practice = (await hasPractice(server, source))
    ? await pendingPracticeMigrations(source)
    : [];
  return [
    `${pending.length} migrations would run.`,
    ...pending.map((id) => `  ${id}`),
    `${practice.length} would run in the practice database.`,
    ...practice.map((id) => `  ${id}`),
  ];
}

async function migrated(
  server: DatabaseServer,
  source: PracticeSource,
  lockTimeoutMs: number,
): Promise<string[]> {
  const { ownerUrl, config } = server;
  await withDatabase(ownerUrl, (db) => assertDurable(db.sql));
  const ran = await settleDatabaseMark(ownerUrl, config.mode, () =>
    migrate({ ownerUrl, migrations, lockTimeoutMs }),
  );
  const mark = await withDatabase(ownerUrl, async (db) => {
    await settleCell(db.sql, config.cell);
    return findDatabaseMark(db.sql);
  });
  const hasOne = await hasPractice(server, source);
  if (hasOne) {
    await preparePracticeDatabase(source, lockTimeoutMs);
  }
  return [
    `${ran.length} migrations ran; the schema is up to date (${markInWords(mark)}).`,
    ...(hasOne ? ["The practice database is up to date."] : []),
  ];
}

function markInWords(mark: DatabaseMark | undefined): string {
  return mark === undefined ? "no mark" : `${mark.kind}, deployment ${mark.deploymentId}`;
}

/** Returns whether there is a simulator database. In a sandbox, it is created on first use. */
async function hasPractice({ config }: DatabaseServer, source: PracticeSource): Promise<boolean> {
  return config.mode === "live" || (await findPracticeDatabase(source)) !== undefined;
}
