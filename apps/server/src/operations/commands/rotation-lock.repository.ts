import type { Db } from "../../platform/context.ts";

/**
 * The lock's number, which is an arbitrary constant. Since it is a database lock, it applies to
 * commands on every machine.
 */
const ROTATION_LOCK = 7_265_733_333;

/**
 * Takes the lock for replacing keys. The lock belongs to the connection, so it is released if the
 * process is killed.
 *
 * @returns a function that releases the lock, or undefined if another process holds it
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
