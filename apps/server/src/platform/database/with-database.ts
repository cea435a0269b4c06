import { openDatabase } from "@tessera/database";
import type { Db } from "./db.ts";

/** The minimum pool size, for work that runs before anything else uses the database. */
const FEW = 3;

/** Opens a database for one task. Closes it even if the task fails. */
export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db: Db = openDatabase<object>({ url, maxConnections: FEW });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
