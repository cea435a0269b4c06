import { dirname, join } from "node:path";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import type { Config } from "../platform/config/config.ts";
import { keepKeyBeside } from "../platform/crypto/root-key.ts";

/** A running database server with the addresses for both of its roles. */
export interface DatabaseServer {
  /** The address for the application's role. */
  readonly appUrl: string;
  /** The address for the role that owns the schema. */
  readonly ownerUrl: string;
  /** The embedded server; undefined if the settings name an external PostgreSQL. */
  readonly embedded: EmbeddedServer | undefined;
  /** The settings, with the actual location of the embedded database. */
  readonly config: Config;
}

/**
 * Opens the configured database server: an external one, or the embedded one, which it starts in
 * its data folder.
 */
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
