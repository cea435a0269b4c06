import { type Migration, pendingMigrations } from "@tessera/database";
import type { AppContext } from "./context.ts";

const READY_TIMEOUT_MS = 2_000;

/** Whether the database answers in time and has every migration. */
export async function isReady(
  context: AppContext,
  migrations: readonly Migration[],
): Promise<boolean> {
  const timeout = new Promise<"late">((resolve) => {
    setTimeout(resolve, READY_TIMEOUT_MS, "late").unref();
  });
  try {
    const pending = await Promise.race([pendingMigrations(context.db, migrations), timeout]);
    return pending !== "late" && pending.length === 0;
  } catch (error) {
    context.log.warn({ err: error }, "not ready");
    return false;
  }
}
