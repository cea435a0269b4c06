import { explainDatabaseError } from "@tessera/database";

/** Thrown if a database cannot be used for a reason that the operator can fix. */
export class DatabaseUnusableError extends Error {
  override readonly name = "DatabaseUnusableError";
}

/**
 * Runs work on a database, and converts setup errors into a single sentence that says what to do.
 *
 * @param setting the setting that contains the database URL, such as `DATABASE_URL`
 * @throws DatabaseUnusableError naming what to run or what to set. Other errors are passed on
 * unchanged.
 */
export async function namingDatabase<T>(
  address: { readonly setting: string; readonly url: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = explainDatabaseError(error, address);
    throw sentence === undefined ? error : new DatabaseUnusableError(sentence, { cause: error });
  }
}
