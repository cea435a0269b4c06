import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedServer } from "@tessera/database/embedded";
import postgres from "postgres";
import { type ChildServer, startChildServer } from "../child-server.ts";
import type { Environment } from "../environment.ts";
import { serverEnvironment } from "../server-environment.ts";
import { openAnswerCutter } from "./answer-cutter.ts";

/** Settings that let PostgreSQL recover within a second of being killed. */
export const LAB_SETTINGS = { shared_buffers: "256MB", max_connections: "100" } as const;

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
const SETTLE_WITHIN_MS = 120_000;
const WATCH_EVERY_MS = 200;
const CUT_BEFORE_MS = 40;

/** Servers sharing one database. Both the servers and the database can be killed and restarted. */
export interface FaultyServers {
  /** Each server's current address; a killed server refuses connections. */
  readonly addresses: readonly string[];
  /**
   * Drops PostgreSQL's responses for a moment, so that the outcome of some commits stays unknown.
   * Then kills PostgreSQL, leaves it down for `deadMs` milliseconds, and restarts it with its data.
   */
  killDatabase(deadMs: number): Promise<void>;
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

/** Starts servers, each with its own data folder. */
export async function startFaultyServers(
  environment: Environment,
  count: number,
): Promise<FaultyServers> {
  const homes = Array.from({ length: count }, (_, index) =>
    path.join(environment.folder, `server-${index + 1}`),
  );
  // Servers that share a database must share its root key, as in any installation.
  const keyFile = path.join(environment.folder, "tessera.key");
  const cutter = await openAnswerCutter(environment.server.port);
  const settings = {
    ...serverEnvironment(environment),
    DATABASE_URL: through(environment.server.appUrl, cutter.port),
    TESSERA_KEY_FILE: keyFile,
    // All payments in this run come from a single address.
    RATE_LIMITS: "off",
  };
  const start = (home: string) =>
    startChildServer(MAIN, { ...settings, DATA_DIR: home }, "/readyz");
  const servers: ChildServer[] = [];
  const sql = postgres(environment.server.ownerUrl, { max: 1, onnotice: () => undefined });
  const watch = watchQuestions(sql);
  const stop = async () => {
    watch.stop();
    await sql.end({ timeout: 1 });
    cutter.restore();
    for (const server of servers) {
      await server.stop();
    }
    await cutter.close();
  };
  try {
    for (const home of homes) {
      servers.push(await start(home));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const addresses = servers.map(({ url }) => url);
  let { pid } = environment.server;
  return {
    addresses,
    async killDatabase(deadMs) {
      cutter.cut();
      await sleep(CUT_BEFORE_MS);
      process.kill(pid, "SIGKILL");
      cutter.restore();
      await sleep(deadMs);
      const { dataDir } = environment.server.location;
      ({ pid } = await startEmbeddedServer({ dataDir, settings: LAB_SETTINGS }));
    },
    async killServer(index) {
      const server = servers[index];
      const home = homes[index];
      if (server === undefined || home === undefined) {
        throw new RangeError(`there is no server ${index}`);
      }
      process.kill(server.pid, "SIGKILL");
      const next = await start(home);
      servers[index] = next;
      addresses[index] = next.url;
    },
    settle: () => settle(sql),
    questions: watch.count,
    stop,
  };
}

/** Counts unresolved holds by the rows that servers store for them. */
function watchQuestions(sql: postgres.Sql) {
  const seen = new Set<string>();
  const watching = setInterval(() => {
    // The database is often down.
    openQuestions(sql).then(
      (ids) => {
        for (const id of ids) {
          seen.add(id);
        }
      },
      () => undefined,
    );
  }, WATCH_EVERY_MS);
  return { count: () => seen.size, stop: () => clearInterval(watching) };
}

/** Returns the address of the same database on another port. */
function through(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}

async function settle(sql: postgres.Sql): Promise<void> {
  const end = performance.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const [questions, [dead]] = await Promise.all([
      openQuestions(sql),
      sql<{ count: number }[]>`
        select count(*)::int as count from server_process
        where heartbeat_at < now() - interval '5 seconds'`,
    ]);
    if (questions.length === 0 && dead?.count === 0) {
      return;
    }
    if (performance.now() > end) {
      throw new Error(`${questions.length} questions and ${dead?.count} dead servers are left`);
    }
    await sleep(500);
  }
}

async function openQuestions(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select movement_id as id from open_hold_question`;
  return rows.map(({ id }) => id);
}
