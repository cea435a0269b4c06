import type { AppContext } from "../../platform/context.ts";

/**
 * The lock's number, which is an arbitrary constant. Servers that start on the same new database
 * wait for this lock.
 */
const SEED_LOCK = 7_265_733_332;

/**
 * Runs `work` under a lock, so that no other server runs it at the same time. The lock belongs to
 * the connection, so it is released if the process is killed.
 */
export async function withSeedLock(context: AppContext, work: () => Promise<void>): Promise<void> {
  const held = await context.db.sql.reserve();
  try {
    await held`set lock_timeout = '120s'`;
    await held`set statement_timeout = '120s'`;
    await held`select pg_advisory_lock(${SEED_LOCK})`;
    await work();
  } finally {
    await held`select pg_advisory_unlock_all()`;
    await held`reset lock_timeout`;
    await held`reset statement_timeout`;
    held.release();
  }
}
