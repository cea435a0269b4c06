import type { Db } from "../../platform/context.ts";

/** Any constant; it is the database's, so that it holds for commands on every machine. */
const ROTATION_LOCK = 7_265_733_333;

/**
 * Takes the place of whoever replaces keys. The lock is the connection's, so it goes with a process
 * that is killed.
 *
 * @returns what gives it back; undefined where another process has it
 */
export async function takeRotationLock(
  db: Pick<Db, "sql">,
): Promise<(() => Promise<void>) | undefined> {
  const held = await db.sql.reserve();
  const [answer] = await held<{ taken: boolean }[]>`
    select pg_try_advisory_lock(${ROTATION_LOCK}) as taken`;
  if (answer?.taken !== true) {
    held.release();
    return undefined;
  }
  return async () => {
    await held`select pg_advisory_unlock(${ROTATION_LOCK})`;
    held.release();
  };
}
