import type { AppContext } from "../../platform/context.ts";

/** An arbitrary constant; servers that start on one new database queue on it. */
const SEED_LOCK = 7_265_733_332;

/**
 * Runs `work` while no other server does. The lock belongs to the connection, so it is released
 * when the process is killed.
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
