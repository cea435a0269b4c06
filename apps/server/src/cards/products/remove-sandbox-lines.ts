import type { AppContext } from "../../platform/context.ts";
import { removeSandboxLines as removeLines } from "./segments.repository.ts";

/**
 * Removes the sandbox's card products from a live program before the server accepts requests. Does
 * nothing in sandbox mode. Products that have cards, applications or stock changes are kept, but
 * taken off sale.
 */
export async function removeSandboxLines({
  config,
  db,
  log,
}: Pick<AppContext, "config" | "db" | "log">): Promise<void> {
  if (config.mode !== "live") {
    return;
  }
  const lines = await removeLines(db.kysely);
  if (lines.removed > 0) {
    log.info(lines, "the sandbox's card products were removed");
  }
  if (lines.withdrawn > 0) {
    log.warn(lines, "sandbox card products that are in use were taken off sale");
  }
}
