import { assertDurable, migrate, pendingMigrations } from "@tessera/database";
import { migrations } from "../db/migrations.ts";
import type { Db } from "../platform/context.ts";
import { DatabaseUnusableError, namingDatabase } from "../platform/database/naming-database.ts";
import { withDatabase } from "../platform/database/with-database.ts";
import { findDatabaseMark } from "./database-mark/database-mark.repository.ts";
import { requireCell, settleCell } from "./database-mark/settle-cell.ts";
import { requireDatabaseKind, settleDatabaseMark } from "./database-mark/settle-database-mark.ts";
import type { DatabaseServer } from "./open-database-server.ts";
import { requireOrdinaryRole } from "./require-ordinary-role.ts";

/**
 * Checks that the database is durable, marked for this mode, and migrated to this version. A
 * sandbox runs missing migrations itself. Live mode changes nothing: it requires an ordinary
 * application role, and refuses to start if a migration is missing.
 *
 * @returns the number of migrations that ran
 * @throws ConfigError, NotDurableError, DatabaseMarkError, DatabaseUnusableError
 */
export async function requireSchema({
  appUrl,
  ownerUrl,
  config,
}: Pick<DatabaseServer, "appUrl" | "ownerUrl" | "config">): Promise<number> {
  const address = { setting: "DATABASE_URL", url: appUrl };
  const isLive = config.mode === "live";
  await namingDatabase(address, () =>
    withDatabase(appUrl, async (db) => {
      await assertDurable(db.sql);
      if (isLive) {
        await requireOrdinaryRole(db, address);
        await requireMigrated(db);
        await requireCell(db.sql, config.cell);
      }
    }),
  );
  if (isLive) {
    return 0;
  }
  const setting = config.databaseOwnerUrl === undefined ? "DATABASE_URL" : "DATABASE_OWNER_URL";
  const ran = await namingDatabase({ setting, url: ownerUrl }, () =>
    settleDatabaseMark(ownerUrl, "sandbox", () => migrate({ ownerUrl, migrations })),
  );
  await withDatabase(ownerUrl, (db) => settleCell(db.sql, config.cell));
  return ran.length;
}

async function requireMigrated(db: Db): Promise<void> {
  const pending = await pendingMigrations(db, migrations);
  const [first] = pending;
  if (first !== undefined) {
    throw new DatabaseUnusableError(
      `The database lacks ${pending.length} of ${migrations.length} migrations, first ${first}. ` +
        "A live server changes no schema: run npm run tessera -- migrate with DATABASE_OWNER_URL.",
    );
  }
  if ((await findDatabaseMark(db.sql)) === undefined) {
    throw new DatabaseUnusableError(
      "The database is not marked as live yet: run npm run tessera -- migrate.",
    );
  }
  await requireDatabaseKind(db.sql, "live");
}
