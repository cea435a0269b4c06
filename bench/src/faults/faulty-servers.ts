import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { type ChildServer, startChildServer } from "../child-server.ts";
import type { Environment } from "../environment.ts";
import { serverEnvironment } from "../server-environment.ts";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.ts";
import { type FaultyDatabase, LAB_SETTINGS, makeFaulty } from "./faulty-database.ts";
import { onOwnConnection } from "./patient-sql.ts";

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
const SETTLE_WITHIN_MS = 300_000;
const WATCH_EVERY_MS = 200;
const CUT_BEFORE_MS = 40;
/** How often a server is started before the run fails: each start may meet a killed database. */
const STARTS = 30;
const START_PAUSE_MS = 500;

/** Servers sharing one database. Both the servers and the database can be killed and restarted. */
export interface FaultyServers {
  /** Each server's current address; a killed server refuses connections. */
  readonly addresses: readonly string[];
  /** Each server's connection to the database. */
  readonly proxies: readonly FaultProxy[];
  readonly database: FaultyDatabase;
  /**
   * Drops PostgreSQL's responses for a moment, so that the outcome of some commits stays unknown.
   * Then kills PostgreSQL, leaves it down for `deadMs` milliseconds, and restarts it with its data.
   */
  killDatabase(deadMs: number): Promise<void>;
  /**
   * Kills a server; {@link startServer} starts it again.
   *
   * @throws Error if it had ended by itself
   */
  stopDead(index: number): void;
  /** Starts a server with its data folder. Tries again while the database is down. */
  startServer(index: number): Promise<void>;
  /** Waits until no server is starting. */
  started(): Promise<void>;
  /**
   * @throws Error if a server has ended by itself
   */
  requireRunning(): void;
  /** Asks a server to stop, as an upgrade does. Returns its exit code. */
  drainServer(index: number): Promise<number | null>;
  /** Kills a server and restarts it with its data folder. */
  killServer(index: number): Promise<void>;
  /**
   * Waits until no unresolved hold is stored and every dead server's work has been taken over.
   *
   * @throws Error if a hold stays unresolved
   */
  settle(): Promise<void>;
  /** Returns the number of unresolved holds stored so far. */
  questions(): number;
  stop(): Promise<void>;
}

interface FaultyOptions {
  readonly count: number;
  /** What PostgreSQL was started with; {@link LAB_SETTINGS} by default. */
  readonly databaseSettings?: Readonly<Record<string, string>>;
  readonly serverSettings?: Readonly<Record<string, string>>;
}

/** Starts servers, each with its own data folder and its own proxy to the database. */
export async function startFaultyServers(
  environment: Environment,
  { count, databaseSettings = LAB_SETTINGS, serverSettings = {} }: FaultyOptions,
): Promise<FaultyServers> {
  const { server } = environment;
  const proxies: FaultProxy[] = [];
  const servers: ChildServer[] = [];
  const addresses: string[] = [];
  const starting = new Set<Promise<ChildServer>>();
  const database = makeFaulty(server, databaseSettings);
  const watch = watchQuestions(server.ownerUrl);

  async function startServer(index: number): Promise<void> {
    const settings = {
      ...serverEnvironment(environment),
      // Servers that share a database must share its root key, as in any installation.
      TESSERA_KEY_FILE: path.join(environment.folder, "tessera.key"),
      // All payments in this run come from a single address.
      RATE_LIMITS: "off",
      ...serverSettings,
      DATABASE_URL: through(server.appUrl, at(proxies, index).port),
      DATA_DIR: path.join(environment.folder, `server-${index + 1}`),
    };
    const work = startPatiently(() => startChildServer(MAIN, settings, "/readyz"));
    starting.add(work);
    try {
      const next = await work;
      servers[index] = next;
      addresses[index] = next.url;
    } finally {
      starting.delete(work);
    }
  }

  const faulty: FaultyServers = {
    addresses,
    proxies,
    database,
    async killDatabase(deadMs) {
      for (const proxy of proxies) {
        proxy.freeze("answers");
      }
      await sleep(CUT_BEFORE_MS);
      database.kill();
      for (const proxy of proxies) {
        proxy.cut();
      }
      await sleep(deadMs);
      await database.start();
    },
    stopDead(index) {
      const server = at(servers, index);
      requireAlive(server);
      process.kill(server.pid, "SIGKILL");
    },
    startServer,
    async started() {
      while (starting.size > 0) {
        await Promise.allSettled(starting);
      }
    },
    requireRunning: () => servers.forEach(requireAlive),
    drainServer: (index) => at(servers, index).stop(),
    async killServer(index) {
      faulty.stopDead(index);
      await startServer(index);
    },
    settle: () => settle(server.ownerUrl),
    questions: watch.count,
    async stop() {
      watch.stop();
      for (const proxy of proxies) {
        proxy.cut();
      }
      await Promise.all(servers.map((one) => one.stop()));
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await database.stop();
    },
  };
  try {
    for (let index = 0; index < count; index += 1) {
      proxies.push(await openFaultProxy(server.port));
      await startServer(index);
    }
  } catch (error) {
    await faulty.stop();
    throw error;
  }
  return faulty;
}

function requireAlive(server: ChildServer): void {
  if (!server.isRunning()) {
    throw new Error("a server ended by itself");
  }
}

/** Starts a server again if it ended because the database was down. */
async function startPatiently(start: () => Promise<ChildServer>): Promise<ChildServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === STARTS) {
        throw error;
      }
      await sleep(START_PAUSE_MS);
    }
  }
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index];
  if (one === undefined) {
    throw new RangeError(`there is no server ${index}`);
  }
  return one;
}

/** Counts unresolved holds by the rows that servers store for them. */
function watchQuestions(url: string) {
  const seen = new Set<string>();
  let isLooking = false;
  const look = async () => {
    if (isLooking) {
      return;
    }
    isLooking = true;
    // The database is often down.
    const ids = await onOwnConnection(url, openQuestions).catch((): string[] => []);
    for (const id of ids) {
      seen.add(id);
    }
    isLooking = false;
  };
  const watching = setInterval(() => void look(), WATCH_EVERY_MS);
  return { count: () => seen.size, stop: () => clearInterval(watching) };
}

/** Returns the address of the same database on another port. */
function through(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}

async function settle(url: string): Promise<void> {
  const end = performance.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const left = await onOwnConnection(url, countUnsettled).catch(() => undefined);
    if (left?.questions === 0 && left.dead === 0) {
      return;
    }
    if (performance.now() > end) {
      throw new Error(`${left?.questions} questions and ${left?.dead} dead servers are left`);
    }
    await sleep(500);
  }
}

async function countUnsettled(sql: Sql) {
  const [row] = await sql<{ dead: number }[]>`
    select count(*)::int as dead from server_process
    where heartbeat_at < now() - interval '5 seconds'`;
  return { questions: (await openQuestions(sql)).length, dead: row?.dead };
}

async function openQuestions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select movement_id as id from open_hold_question`;
  return rows.map(({ id }) => id);
}
