import { dirname, join } from "node:path";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import type { Config } from "../platform/config/config.ts";
import { keepKeyBeside } from "../platform/crypto/root-key.ts";

/** A database that answers, with both of its roles. */
export interface DatabaseServer {
  /** With the application's role. */
  readonly appUrl: string;
  /** With the role that owns the schema. */
  readonly ownerUrl: string;
  /** Absent where the settings name a PostgreSQL of one's own. */
  readonly embedded: EmbeddedServer | undefined;
  /** The settings, knowing where the embedded database came to lie. */
  readonly config: Config;
}

/** The database of the settings: one's own, or the embedded one, started where it stands. */
export async function openDatabaseServer(config: Config): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined) {
    const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl;
    return { appUrl: config.databaseUrl, ownerUrl, embedded: undefined, config };
  }
  const embedded = await startEmbeddedServer({ dataDir: join(config.dataDir, "postgres") });
  const { appUrl, ownerUrl, location } = embedded;
  try {
    const settled =
      location.movedBecause === undefined
        ? config
        : await keepKeyBeside(config, dirname(location.dataDir));
    return { appUrl, ownerUrl, embedded, config: settled };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}
