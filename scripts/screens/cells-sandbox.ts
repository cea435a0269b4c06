import { rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { openDatabase } from "@tessera/database";
import { startEmbeddedServer } from "@tessera/database/embedded";
import { hasTemplate } from "../data-templates.ts";
import { freePort, makeDataFolder, type SandboxServer, startServerOn } from "../sandbox-server.ts";

/**
 * Starts a sandbox with demo data as the first of three cells. Cell 2 accepts requests and never
 * responds, and cell 3 is down.
 */
export async function startCellsSandbox(): Promise<SandboxServer> {
  const folder = makeDataFolder("demo data");
  const slow = createServer((socket) => {
    socket.on("error", () => undefined).resume();
  });
  const end = () => {
    slow.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (!hasTemplate("demo data")) {
      const first = await startServerOn(folder);
      await first.stop();
    }
    await listCells(folder, [2, 3]);
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const { port } = slow.address() as AddressInfo;
    const server = await startServerOn(folder, {
      CELL_SERVERS: `2=http://127.0.0.1:${port} 3=http://127.0.0.1:${await freePort()}`,
    });
    return {
      origin: server.origin,
      async stop() {
        await server.stop();
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** Adds cells to the directory of a stopped sandbox. */
async function listCells(folder: string, cells: readonly number[]): Promise<void> {
  const database = await startEmbeddedServer({ dataDir: path.join(folder, "postgres") });
  try {
    const db = openDatabase<object>({ url: database.ownerUrl, maxConnections: 3 });
    for (const cell of cells) {
      await db.sql`insert into cell (id) values (${cell})`;
    }
    await db.close();
  } finally {
    await database.stop();
  }
}
