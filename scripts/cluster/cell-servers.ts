import { type ChildProcess, spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { NODE_FLAGS } from "@tessera/server/node-flags";
import { fromRoot } from "../repository.ts";
import { untilReady } from "../sandbox-server.ts";
import { addressOf, CELLS, ownersCells, primaryOf, serverEnvironment } from "./cluster-plan.ts";
import type { Cluster } from "./postgres-node.ts";
import { runProgram } from "./run-program.ts";

/** Milliseconds that a server may take to finish what is in progress. */
const DRAIN_MS = 30_000;

/** A running server of the cluster. */
export interface RunningServer {
  readonly cell: number;
  readonly origin: string;
  /** Resolves with the exit code when the server exits. */
  readonly exited: Promise<number | null>;
  stop(): Promise<void>;
  kill(): void;
}

/** Migrates the first cell, and adds the others to its program. */
export async function createCells(cluster: Cluster): Promise<void> {
  const { plan, passwords, folder } = cluster;
  const [first, ...others] = CELLS;
  const run = (args: readonly string[], cells: string) =>
    runProgram({
      command: process.execPath,
      args: [fromRoot("apps/server/src/tessera.ts"), ...args],
      env: {
        ...serverEnvironment(plan, { cell: first, port: 0 }, passwords, {
          dataDir: folder.serverData,
          publicUrl: "http://localhost",
        }),
        DATABASE_OWNER_URL: undefined,
        CELLS: cells,
        CELL_SERVERS: undefined,
      },
      signal: cluster.signal,
    });
  await run(["migrate"], `${first}=${addressOf(primaryOf(plan, first), "owner", passwords)}`);
  for (const cell of others) {
    await run(["cells", "add", "--number", String(cell)], ownersCells(plan, passwords));
  }
}

/**
 * Starts the server of every cell and waits until all of them are ready.
 *
 * @param started receives each server as soon as its process exists
 */
export async function startServers(
  cluster: Cluster,
  publicUrl: string,
  started: (server: RunningServer) => void,
): Promise<void> {
  const starting = cluster.plan.servers.map(async (server) => {
    const { folder, plan, passwords } = cluster;
    const surroundings = { dataDir: folder.serverData, publicUrl };
    const log = await open(folder.logOf(`server-${server.cell}`), "a", 0o600);
    const child = spawn(
      process.execPath,
      [
        ...[...NODE_FLAGS, "--import", fromRoot("scripts/follow-parent.mjs")],
        fromRoot("apps/server/src/main.ts"),
      ],
      {
        // The channel closes if this process dies, and the server then exits.
        stdio: ["ignore", log.fd, log.fd, "ipc"],
        detached: true,
        env: { ...process.env, ...serverEnvironment(plan, server, passwords, surroundings) },
      },
    );
    await log.close();
    const origin = `http://127.0.0.1:${server.port}`;
    started(runningServer(child, server.cell, origin));
    await untilReady(origin, child).catch((error: Error) => {
      const file = folder.logOf(`server-${server.cell}`);
      throw new Error(`The server of cell ${server.cell} did not start; see ${file}.`, {
        cause: error,
      });
    });
  });
  await Promise.all(starting);
}

function runningServer(child: ChildProcess, cell: number, origin: string): RunningServer {
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
  });
  return {
    cell,
    origin,
    exited,
    async stop() {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), DRAIN_MS);
      await exited;
      clearTimeout(force);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}
