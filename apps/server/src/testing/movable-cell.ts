import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo, withDatabaseName } from "@tessera/database";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import { startStandby } from "@tessera/database/standby";
import type postgres from "postgres";
import { type Config, readConfig } from "../platform/config/config.ts";
import { runHere } from "./command-home.ts";

const DATABASE = "tessera";
const SETTINGS = { shared_buffers: "16MB", max_wal_size: "128MB", wal_buffers: "1MB" } as const;

/** A cell on PostgreSQL servers of its own, for tests that move it. */
export interface MovableCell {
  readonly primary: EmbeddedServer;
  /** The settings of a command that names only this cell. */
  readonly env: Readonly<Record<string, string>>;
  readonly config: Config;
  /** Makes a standby of a server, by default of the primary. */
  addStandby(name: string, of?: EmbeddedServer): Promise<EmbeddedServer>;
  /** Starts a server again, with its data. */
  start(server: EmbeddedServer): Promise<EmbeddedServer>;
  remove(): Promise<void>;
}

/** Returns the address of a server's cell for its superuser. */
export function cellAt({ superuserUrl }: Pick<EmbeddedServer, "superuserUrl">): string {
  return withDatabaseName(superuserUrl, DATABASE);
}

/** Returns an address without its password, as the command takes it. */
export function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = "";
  return url.href;
}

/** Runs statements on a server, in the database that a move leaves open. */
export async function onServer<T>(
  url: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = connectTo(url, {});
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Creates a migrated cell, with its practice database. */
export async function createMovableCell(): Promise<MovableCell> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-move-"));
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755);
  const servers = new Set<EmbeddedServer>();
  const kept = (server: EmbeddedServer) => {
    servers.add(server);
    return server;
  };
  const primary = kept(
    await startEmbeddedServer({ dataDir: join(folder, "primary"), settings: SETTINGS }),
  );
  const keyFile = join(folder, "tessera.key");
  await writeFile(keyFile, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
  const env = { DATA_DIR: folder, TESSERA_KEY_FILE: keyFile, LOG_LEVEL: "silent" };
  const migrated = await runHere(["migrate"], {
    env: { ...env, DATABASE_URL: primary.appUrl, DATABASE_OWNER_URL: primary.ownerUrl },
  });
  if (migrated.code !== 0) {
    throw new Error(migrated.err);
  }
  const own = { ...env, CELLS: `1=${cellAt(primary)}` };
  return {
    primary,
    env: own,
    config: readConfig(own),
    addStandby: async (name, of = primary) =>
      kept(await startStandby(of, { dataDir: join(folder, name), name, settings: SETTINGS })),
    async start(server) {
      const { dataDir } = server.location;
      return kept(await startEmbeddedServer({ dataDir, settings: SETTINGS }));
    },
    async remove() {
      await Promise.all([...servers].map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
