import { databaseErrorKind, type Migration, pendingMigrations } from "@tessera/database";
import type { AppContext } from "../context.ts";
import { probeWrite } from "../database/write-probe.repository.ts";
import type { StorageTrouble } from "../telemetry/storage-trouble.ts";

const READY_TIMEOUT_MS = 2_000;
/** Size of a small row, which is a cheap way to test whether the database accepts writes at all. */
const USUAL_PROBE_BYTES = 64;
/**
 * Size of a row that needs new pages on disk. Such a row is used after a call has failed for lack
 * of disk space.
 */
const TROUBLED_PROBE_BYTES = 512 * 1_024;

async function check(
  { db }: AppContext,
  migrations: readonly Migration[],
  trouble: StorageTrouble,
): Promise<boolean> {
  const pending = await pendingMigrations(db, migrations);
  if (pending.length > 0) {
    return false;
  }
  await probeWrite(db, trouble.isNoted ? TROUBLED_PROBE_BYTES : USUAL_PROBE_BYTES);
  trouble.forget();
  return true;
}

/**
 * Checks that the database responds in time, has every migration and accepts writes. After calls
 * have failed for lack of disk space, the check writes a row large enough to need new space.
 */
export async function isReady(
  context: AppContext,
  migrations: readonly Migration[],
  trouble: StorageTrouble,
): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(resolve, READY_TIMEOUT_MS, false).unref();
  });
  try {
    return await Promise.race([check(context, migrations, trouble), timeout]);
  } catch (error) {
    const kind = databaseErrorKind(error);
    if (kind === "out_of_resources" || kind === "read_only") {
      trouble.note();
    }
    context.log.warn({ err: error }, "not ready");
    return false;
  }
}
