import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import { startStandby } from "@tessera/database/standby";
import postgres from "postgres";
import { stablePort } from "../failover/stable-port.ts";
import { LAB_SETTINGS } from "../faults/faulty-database.ts";
import { at, atBoth, type CellHost, type MovableProgram } from "./movable-program.ts";
import { runCommand } from "./run-command.ts";

/** What the role that owns the cell needs to move it. */
const GRANTS = `
  grant pg_signal_backend, pg_read_all_stats to tessera_owner;
  grant execute on function pg_promote(boolean, integer) to tessera_owner`;
const LINKS = `
  create extension postgres_fdw;
  grant usage on foreign data wrapper postgres_fdw to tessera_owner`;

/** Starts two cells on plain PostgreSQL. The first one has the directory. */
export async function startPlainProgram(folder: string): Promise<MovableProgram> {
  const servers = new Map<string, EmbeddedServer>();
  const dataDirOf = (name: string) => path.join(folder, name);
  const start = async (name: string): Promise<EmbeddedServer> => {
    const server = await startEmbeddedServer({ dataDir: dataDirOf(name), settings: LAB_SETTINGS });
    servers.set(name, server);
    return server;
  };
  const hostOf = async (name: string): Promise<CellHost> => {
    const port = await stablePort();
    // The server listens there from its first start on.
    await writeFile(`${dataDirOf(name)}.port`, String(port));
    return { name, port };
  };
  const stop = async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  };
  try {
    const hosts = [await hostOf("a"), await hostOf("b")] as const;
    const [first, other] = [await start("a"), await start("other")];
    await runAs(first.superuserUrl, "postgres", GRANTS);
    await runAs(other.superuserUrl, "tessera", LINKS);
    const moving = {
      appUrl: atBoth(first.appUrl, hosts),
      ownerUrl: atBoth(first.ownerUrl, hosts),
    };
    const dataDir = dataDirOf("servers");
    await mkdir(dataDir);
    await runCommand(["migrate"], { cells: `1=${first.ownerUrl}`, dataDir });
    const cells = `1=${moving.ownerUrl} 2=${other.ownerUrl}`;
    const add = ["cells", "add", "--number", "2", "--directory", at(first.appUrl, hosts[0])];
    await runCommand(add, { cells, dataDir });
    return {
      ...{ hosts, moving, cells, dataDir, stop },
      staying: { appUrl: other.appUrl, ownerUrl: other.ownerUrl },
      async addStandby(from, to) {
        const primary = servers.get(from.name);
        if (primary === undefined) {
          throw new RangeError(`${from.name} does not run`);
        }
        const copy = { dataDir: dataDirOf(to.name), name: to.name, settings: LAB_SETTINGS };
        servers.set(to.name, await startStandby(primary, copy));
      },
      async start({ name }) {
        await start(name);
      },
      async stopHost({ name }) {
        await servers.get(name)?.stop();
        servers.delete(name);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function runAs(superuserUrl: string, database: string, statements: string): Promise<void> {
  const url = new URL(superuserUrl);
  url.pathname = `/${database}`;
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statements);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
