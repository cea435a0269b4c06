import { assertDurable, databaseErrorKind, migrate, pendingMigrations } from "@tessera/database";
import { beginWithCopies } from "../../back-office/program-copy/index.ts";
import { migrations } from "../../db/migrations.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Db } from "../../platform/context.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { selectRegistrations } from "../../startup/cells/cell-registration.repository.ts";
import {
  insertCell,
  linkDirectory,
  readDirectoryKind,
} from "../../startup/cells/directory-link.repository.ts";
import { namingCell } from "../../startup/cells/naming-cell.ts";
import { registerCells } from "../../startup/cells/register-cells.ts";
import { firstUsedTable } from "../../startup/database-mark/database-mark.repository.ts";
import { settleCell } from "../../startup/database-mark/settle-cell.ts";
import {
  requireDatabaseKind,
  settleDatabaseMark,
} from "../../startup/database-mark/settle-database-mark.ts";
import { CommandError } from "../command-line/command.ts";
import { cellConfigs } from "./program-cells.ts";

export interface NewCell {
  readonly cell: number;
  /** The address of the directory's database for the application's role. */
  readonly directoryUrl: string | undefined;
}

/**
 * Adds a cell to a program: migrates its empty database, lets it use the program's directory, gives
 * it the first cell's settings, and lists it in the directory.
 *
 * @returns what was copied from the first cell, in words
 * @throws CommandError, DatabaseMarkError and others that say what to do
 */
export async function addCell(config: Config, { cell, directoryUrl }: NewCell): Promise<string[]> {
  const [first, ...others] = cellConfigs(config);
  const added = others.find((one) => one.cell === cell);
  if (first?.databaseUrl === undefined || added?.databaseUrl === undefined) {
    throw new CommandError(
      `CELLS must name a database of the program first, and that of cell ${cell} after it.`,
    );
  }
  const [firstUrl, addedUrl] = [first.databaseUrl, added.databaseUrl];
  return withDatabase(firstUrl, async (program) => {
    await namingCell(first.cell, () => requireProgram(program, first));
    // Registration is the last step, so an addition that was interrupted can be repeated.
    if ((await selectRegistrations(program.sql)).has(cell)) {
      throw new CommandError(`The program lists cell ${cell} already.`);
    }
    await namingCell(cell, () => prepare(addedUrl, added));
    return withDatabase(addedUrl, async (database) => {
      await shareDirectory(program, database, { cell, url: directoryUrl ?? firstUrl });
      // Customers are opened in the cell as soon as it is listed.
      const copied = await beginWithCopies({ db: program }, { db: database });
      await insertCell(program.sql, cell);
      await namingCell(cell, () => settleCell(database.sql, cell));
      await registerCells([
        { cell: first.cell, db: program },
        { cell, db: database },
      ]);
      return copied;
    });
  });
}

/** Checks that a database is a cell of this version, of the same mode. */
async function requireProgram(db: Db, { mode, cell }: Config): Promise<void> {
  const pending = await pendingMigrations(db, migrations);
  if (pending.length > 0) {
    throw new CommandError(
      `Cell ${cell}: the database lacks ${pending.length} of ${migrations.length} migrations. ` +
        `Run npm run tessera -- migrate --cell ${cell} first.`,
    );
  }
  if (await requireDatabaseKind(db.sql, mode)) {
    throw new CommandError(
      `Cell ${cell}: the database has no mark yet. Start its server once, or run migrate.`,
    );
  }
}

/** Migrates the database of a new cell, which must be empty. */
async function prepare(ownerUrl: string, { mode, cell }: Config): Promise<void> {
  await withDatabase(ownerUrl, async ({ sql }) => {
    await assertDurable(sql);
    const used = await firstUsedTable(sql);
    if (used !== undefined) {
      throw new CommandError(
        `The database of cell ${cell} is in use (there are rows in ${used}). A new cell begins ` +
          "with an empty database.",
      );
    }
  });
  await settleDatabaseMark(ownerUrl, mode, () => migrate({ ownerUrl, migrations }));
}

async function shareDirectory(
  program: Db,
  database: Db,
  { cell, url }: { readonly cell: number; readonly url: string },
): Promise<void> {
  const ofProgram = await readDirectoryKind(program.sql);
  const ofCell = await readDirectoryKind(database.sql);
  if (ofProgram === "linked") {
    throw new CommandError(
      "The first database in CELLS has no directory of its own. Name the cell whose database has " +
        "the directory first.",
    );
  }
  if (ofProgram === "distributed" && ofCell !== "distributed") {
    throw new CommandError(
      `The database of cell ${cell} is no node of the cluster that the directory is distributed ` +
        "over. Add it to the cluster first.",
    );
  }
  if (ofCell !== "own") {
    return;
  }
  try {
    await linkDirectory(database.sql, url);
  } catch (error) {
    throw databaseErrorKind(error) === "permission_denied"
      ? new CommandError(
          `The database of cell ${cell} may not reach the directory. As a superuser, run there: ` +
            "create extension postgres_fdw; grant usage on foreign data wrapper postgres_fdw to " +
            "the owner's role.",
        )
      : error;
  }
}
