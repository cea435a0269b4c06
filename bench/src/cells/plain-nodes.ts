import path from "node:path";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import postgres from "postgres";
import type { ProgramNode, ProgramNodes } from "./program-nodes.ts";

const DATABASE = "tessera";

/** All nodes share one machine with their servers. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: "128MB",
  max_connections: "120",
  max_wal_size: "1GB",
};

/**
 * Starts a PostgreSQL for each cell. The first one has the directory, which the others reach
 * through `postgres_fdw`.
 */
export async function startPlainNodes(folder: string, count: number): Promise<ProgramNodes> {
  const servers: EmbeddedServer[] = [];
  for (let cell = 1; cell <= count; cell += 1) {
    const dataDir = path.join(folder, `cell-${cell}`);
    servers.push(await startEmbeddedServer({ dataDir, settings: SETTINGS }));
  }
  const nodes = servers.map((server, index) => nodeOf(server, index + 1));
  return {
    engine: "plain",
    nodes,
    cells: servers.map(({ ownerUrl, appUrl }, index) => ({ cell: index + 1, ownerUrl, appUrl })),
    async prepare() {
      for (const { superuserUrl } of nodes.slice(1)) {
        await allowForeignTables(superuserUrl);
      }
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

function nodeOf(server: EmbeddedServer, cell: number): ProgramNode {
  const address = new URL(server.superuserUrl);
  address.pathname = `/${DATABASE}`;
  const superuserUrl = address.href;
  return {
    ...{ name: `cell ${cell}`, kind: "cell", cell, superuserUrl },
    logFile: server.location.logFile,
    pid: () => server.pid,
    async restart() {
      const former = server.pid;
      await new Promise<void>((resolve, reject) => {
        server.keepRunning(({ error }) => (error === undefined ? resolve() : reject(error)));
      });
      if (server.pid === former) {
        throw new Error(`cell ${cell} was not restarted`);
      }
    },
  };
}

async function allowForeignTables(superuserUrl: string): Promise<void> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`create extension if not exists postgres_fdw`;
    await sql`grant usage on foreign data wrapper postgres_fdw to tessera_owner`;
  } finally {
    await sql.end();
  }
}
