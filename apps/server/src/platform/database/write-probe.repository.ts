import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "./db.ts";
import { inTransaction } from "./db.ts";

class UndoProbe extends Error {}

/**
 * Writes random bytes and rolls back.
 *
 * @throws the database's error if it rejects writes or has no space for them
 */
export async function probeWrite(db: Db, bytes: number): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      await sql`insert into write_probe (payload) values (${randomBytes(bytes)})`.execute(tx);
      throw new UndoProbe();
    });
  } catch (error) {
    if (!(error instanceof UndoProbe)) {
      throw error;
    }
  }
}
