import { explainDatabaseError } from "@tessera/database";

/** Thrown if a database cannot be used for a reason that its operator can fix. */
export class DatabaseUnusableError extends Error {
  override readonly name = "DatabaseUnusableError";
}

/**
 * Runs work on a database, and turns errors of its setup into one sentence.
 *
 * @param setting the setting that names the database, such as `DATABASE_URL`
 * @throws DatabaseUnusableError with what to run or to set; other errors unchanged
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
