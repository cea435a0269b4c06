import type { AppContext } from "../../platform/context.ts";
import { createContext } from "../../platform/create-context.ts";
import { readRootKey } from "../../platform/crypto/root-key.ts";
import { createLogger } from "../../platform/telemetry/logger.ts";
import { type CommandCall, CommandError } from "../command-line/command.ts";
import { type Books, openKeys } from "./open-books.ts";

const MAX_CONNECTIONS = 4;

/**
 * Creates a context in which the server's operations can send email and end event streams. It uses
 * the application's role, and is closed when the command ends.
 *
 * @throws CommandError if there is no root key
 */
export async function contextOf(
  call: Pick<CommandCall, "atEnd">,
  { config, appUrl, ...books }: Books,
): Promise<AppContext> {
  await openKeys({ config, db: books.db });
  const rootKey = await readRootKey(config);
  if (rootKey === undefined) {
    throw new CommandError(`There is no root key in ${config.keyFile}. Restore it.`);
  }
  const open = await createContext({
    config,
    log: createLogger({ ...config.log, level: "silent" }),
    rootKey,
    databaseUrl: appUrl,
    maxConnections: MAX_CONNECTIONS,
  });
  call.atEnd(() => open.close());
  return open.context;
}
