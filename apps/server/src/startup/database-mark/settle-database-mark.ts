import type { Sql } from "@tessera/database";
import { withDatabase } from "../../platform/database/with-database.ts";
import { newId } from "../../platform/ids.ts";
import { type DatabaseKind, judgeMark } from "./database-mark.policy.ts";
import { addDatabaseMark, readDatabaseFacts } from "./database-mark.repository.ts";

/** Thrown if the database's mark does not allow the intended use; the message says what to do. */
export class DatabaseMarkError extends Error {
  override readonly name = "DatabaseMarkError";
}

/**
 * Rejects a database with a purpose other than `wanted` before anything is written to it.
 *
 * @returns whether the database still has to be marked
 * @throws DatabaseMarkError
 */
export async function requireDatabaseKind(
  sql: Pick<Sql, "unsafe">,
  wanted: DatabaseKind,
): Promise<boolean> {
  const judged = judgeMark(await readDatabaseFacts(sql), wanted);
  if (judged.verdict === "refuse") {
    throw new DatabaseMarkError(judged.because);
  }
  return judged.verdict === "mark";
}

/**
 * Migrates a database and marks it if it has no mark. Checks the mark before the migration, and
 * again at the end in case another process has set it.
 *
 * @throws DatabaseMarkError
 */
export async function settleDatabaseMark<T>(
  ownerUrl: string,
  wanted: DatabaseKind,
  bringUpToDate: () => Promise<T>,
): Promise<T> {
  return withDatabase(ownerUrl, async ({ sql }) => {
    const isUnmarked = await requireDatabaseKind(sql, wanted);
    const result = await bringUpToDate();
    if (isUnmarked) {
      await addDatabaseMark(sql, { kind: wanted, deploymentId: newId() });
      await requireDatabaseKind(sql, wanted);
    }
    return result;
  });
}
