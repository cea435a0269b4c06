import { setTimeout as sleep } from "node:timers/promises";
import { DIRECTIONS, type FaultProxy } from "../faults/fault-proxy.ts";
import type { FaultyDatabase, SmallDisk } from "../faults/faulty-database.ts";
import type { FaultyServers } from "../faults/faulty-servers.ts";
import { clockMs, type History } from "./history.ts";
import type { Fault } from "./schedule.ts";

/** How long a fault waits for a write; with load there are many in a second. */
const WRITE_WITHIN_MS = 3_000;

/** What a run breaks. */
export interface Victims {
  readonly servers: FaultyServers;
  /** The disk of the first cell's database; absent where none could be mounted. */
  readonly disk: SmallDisk | undefined;
  readonly history: History;
  readonly counts: FaultCounts;
}

/** How often things were broken. */
export interface FaultCounts {
  databaseKills: number;
  serverKills: number;
  drains: number;
  cancels: number;
  terminations: number;
  /** Cancels and terminations that hit a process in the middle of its commit. */
  inCommit: number;
  connections: number;
  fullDisks: number;
}

export const noFaults = (): FaultCounts => ({
  databaseKills: 0,
  serverKills: 0,
  drains: 0,
  cancels: 0,
  terminations: 0,
  inCommit: 0,
  connections: 0,
  fullDisks: 0,
});

/**
 * Breaks one thing, and repairs it. A kill at a point that no write reaches in time happens anyway,
 * and is recorded as not reached.
 *
 * @throws Error if a drained server lost a request or failed, or if something does not start again
 */
export async function inflict(victims: Victims, fault: Fault): Promise<void> {
  const { history } = victims;
  const reached = await breakIt(victims, fault);
  history.write({ type: "fault", at: clockMs(), fault: JSON.stringify(fault), reached });
}

async function breakIt(victims: Victims, fault: Fault): Promise<boolean> {
  const { servers, disk, counts } = victims;
  switch (fault.kind) {
    case "kill database":
      counts.databaseKills += 1;
      return killDatabase(servers, fault);
    case "kill server":
      counts.serverKills += 1;
      return killServer(servers, fault);
    case "cancel":
    case "terminate":
      counts[fault.kind === "cancel" ? "cancels" : "terminations"] += 1;
      return interrupt(servers, fault, counts);
    case "slow":
    case "freeze":
    case "cut":
      counts.connections += 1;
      await Promise.all(
        servers.proxiesOf(fault.server).map((proxy) => breakConnections(proxy, fault)),
      );
      return true;
    case "drain": {
      counts.drains += 1;
      const code = await servers.drainServer(fault.server);
      if (code !== 0) {
        throw new Error(`a drained server stopped with ${code}`);
      }
      await servers.startServer(fault.server);
      return true;
    }
    case "fill disk":
      if (disk === undefined) {
        return false;
      }
      counts.fullDisks += 1;
      await disk.fill(fault.forMs);
      // A full disk stops PostgreSQL if it was writing its log.
      await databaseOf(servers, 0).start();
      return true;
  }
}

function databaseOf({ databases }: FaultyServers, cell: number): FaultyDatabase {
  const database = databases[cell];
  if (database === undefined) {
    throw new RangeError(`there is no cell ${cell}`);
  }
  return database;
}

async function killDatabase(
  servers: FaultyServers,
  { cell, point, downMs }: Extract<Fault, { kind: "kill database" }>,
): Promise<boolean> {
  const database = databaseOf(servers, cell);
  let isDead = false;
  const kill = () => {
    if (!isDead) {
      isDead = true;
      database.kill();
    }
  };
  const reached = await Promise.race(
    servers.proxiesTo(cell).map((proxy) => proxy.at(point, kill, WRITE_WITHIN_MS)),
  );
  kill();
  await sleep(downMs);
  await database.start();
  return reached;
}

async function killServer(
  servers: FaultyServers,
  { server, point }: Extract<Fault, { kind: "kill server" }>,
): Promise<boolean> {
  let isDead = false;
  const kill = () => {
    if (!isDead) {
      isDead = true;
      servers.stopDead(server);
    }
  };
  const reached = await Promise.race(
    servers.proxiesOf(server).map((proxy) => proxy.at(point, kill, WRITE_WITHIN_MS)),
  );
  kill();
  await servers.startServer(server);
  return reached;
}

async function interrupt(
  servers: FaultyServers,
  { kind, cell }: Extract<Fault, { kind: "cancel" | "terminate" }>,
  counts: FaultCounts,
): Promise<boolean> {
  const wasCommitting = await databaseOf(servers, cell).interruptCommit(kind);
  counts.inCommit += wasCommitting ? 1 : 0;
  return wasCommitting;
}

async function breakConnections(
  proxy: FaultProxy,
  fault: Extract<Fault, { kind: "slow" | "freeze" | "cut" }>,
): Promise<void> {
  if (fault.kind === "cut") {
    proxy.cut();
    return;
  }
  if (fault.kind === "slow") {
    proxy.slow(fault.direction, fault.delayMs);
    await sleep(fault.forMs);
    proxy.slow(fault.direction, 0);
    return;
  }
  const { direction } = fault;
  for (const one of DIRECTIONS.filter((each) => direction === "both" || each === direction)) {
    proxy.freeze(one);
  }
  await sleep(fault.forMs);
  proxy[fault.ending]();
}
