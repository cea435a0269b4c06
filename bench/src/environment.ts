import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { assertDurable, type Database, migrate, openDatabase } from "@tessera/database";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import { migrations } from "@tessera/server/migrations";
import postgres, { type Sql } from "postgres";
import { BENCH_SETTINGS } from "./server-settings.ts";

/** A database for this run, along with everything needed to reach it. */
export interface Environment {
  readonly server: EmbeddedServer;
  /** The owner's connection, for settings, sizes, WAL positions and the baseline's tables. */
  readonly owner: Sql;
  /** The application role's connection, as the server uses it. */
  readonly db: Database<unknown>;
  /** A separate database on the same server, used only to measure TPC-B. */
  readonly tpcbUrl: string;
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL in a temporary folder. Refuses to continue if durability is off.
 *
 * @param prepare creates the schema; defaults to this version's schema
 * @param dataFolder an existing folder for PostgreSQL's data; defaults to the temporary folder
 */
export async function openEnvironment(
  settings: Readonly<Record<string, string>> = BENCH_SETTINGS,
  prepare: (server: EmbeddedServer, folder: string) => Promise<unknown> = ({ ownerUrl }) =>
    migrate({ ownerUrl, migrations }),
  dataFolder?: string,
): Promise<Environment> {
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-bench-"));
  // The server may run as another user, who must be able to access the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedServer({
    dataDir: path.join(dataFolder ?? folder, "pg"),
    settings,
  });
  await prepare(server, folder);
  const superuser = postgres(server.superuserUrl, { max: 1, onnotice: () => undefined });
  await superuser.unsafe("create database bench_tpcb");
  await superuser.end();
  const owner = postgres(server.ownerUrl, { max: 2, onnotice: () => undefined });
  const db = openDatabase<unknown>({
    url: server.appUrl,
    applicationName: "bench",
    statementTimeoutMs: 600_000,
  });
  await assertDurable(owner);
  const tpcbUrl = new URL(server.superuserUrl);
  tpcbUrl.pathname = "/bench_tpcb";
  return {
    server,
    owner,
    db,
    tpcbUrl: tpcbUrl.href,
    folder,
    async close() {
      await db.close();
      await owner.end({ timeout: 5 });
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
