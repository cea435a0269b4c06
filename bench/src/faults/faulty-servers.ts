import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChildServer, startChildServer } from "../child-server.ts";
import type { Environment } from "../environment.ts";
import { stablePort } from "../failover/stable-port.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { type FaultyDatabase, LAB_SETTINGS, makeFaulty } from "./faulty-database.ts";
import { settle, watchQuestions } from "./open-questions.ts";
import { type Link, linkedEnvironment } from "./server-links.ts";

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
const CUT_BEFORE_MS = 40;
/** How often a server is started before the run fails: each start may meet a killed database. */
const STARTS = 30;
const START_PAUSE_MS = 500;

interface FaultyOptions {
  /** The cells that each server serves, as positions in the list of environments. */
  readonly serves: readonly (readonly number[])[];
  /** What PostgreSQL was started with; {@link LAB_SETTINGS} by default. */
  readonly databaseSettings?: Readonly<Record<string, string>>;
  readonly serverSettings?: Readonly<Record<string, string>>;
  /** The time zone of each server's machine; UTC for those that are not listed. */
  readonly timeZones?: readonly string[];
  /** What the names of the servers' log files begin with; if absent, logs are dropped. */
  readonly logs?: string;
}

/** Returns that every one of `count` servers serves the only cell. */
export function allServe(count: number): readonly (readonly number[])[] {
  return Array.from({ length: count }, () => [0]);
}

/**
 * Servers of a program with one database, or with one for each cell. Servers and databases can be
 * killed and restarted.
 */
export class FaultyServers {
  /** Each server's current address; a killed server refuses connections. */
  readonly addresses: string[] = [];
  /** Every server's own connections to the databases. */
  readonly links: Link[] = [];
  /** The database of each cell. */
  readonly databases: readonly FaultyDatabase[];
  readonly serves: FaultyOptions["serves"];
  readonly #environments: readonly Environment[];
  readonly #options: FaultyOptions;
  readonly #ports: number[] = [];
  readonly #servers: ChildServer[] = [];
  readonly #starting = new Set<Promise<ChildServer>>();
  readonly #questions: readonly ReturnType<typeof watchQuestions>[];

  private constructor(environments: readonly Environment[], options: FaultyOptions) {
    const { databaseSettings = LAB_SETTINGS } = options;
    this.#environments = environments;
    this.#options = options;
    this.serves = options.serves;
    this.databases = environments.map(({ server }) => makeFaulty(server, databaseSettings));
    this.#questions = environments.map(({ server }) => watchQuestions(server.ownerUrl));
  }

  /** Starts servers, each with its own data folder and its own proxies to its databases. */
  static async start(
    environments: readonly Environment[],
    options: FaultyOptions,
  ): Promise<FaultyServers> {
    const faulty = new FaultyServers(environments, options);
    try {
      for (const [server, cells] of options.serves.entries()) {
        faulty.#ports.push(await stablePort());
        for (const cell of cells) {
          const proxy = await FaultProxy.open(at(environments, cell).server.port);
          faulty.links.push({ server, cell, proxy });
        }
      }
      for (const server of options.serves.keys()) {
        await faulty.startServer(server);
      }
    } catch (error) {
      await faulty.stop();
      throw error;
    }
    return faulty;
  }

  /** Returns the proxies between a server and its databases. */
  proxiesOf(server: number): FaultProxy[] {
    return this.links.filter((link) => link.server === server).map(({ proxy }) => proxy);
  }

  /** Returns the proxies in front of a cell's database. */
  proxiesTo(cell: number): FaultProxy[] {
    return this.links.filter((link) => link.cell === cell).map(({ proxy }) => proxy);
  }

  /**
   * Drops PostgreSQL's responses for a moment, so that the outcome of some commits stays unknown.
   * Then kills PostgreSQL, leaves it down for `deadMs` milliseconds, and restarts it with its data.
   */
  async killDatabase(deadMs: number): Promise<void> {
    for (const { proxy } of this.links) {
      proxy.freeze("answers");
    }
    await sleep(CUT_BEFORE_MS);
    const database = at(this.databases, 0);
    database.kill();
    for (const { proxy } of this.links) {
      proxy.cut();
    }
    await sleep(deadMs);
    await database.start();
  }

  /** Starts a server with its data folder. Tries again while the database is down. */
  async startServer(index: number): Promise<void> {
    const { serverSettings, timeZones, logs } = this.#options;
    const port = at(this.#ports, index);
    const settings = {
      ...linkedEnvironment(index, {
        environments: this.#environments,
        links: this.links,
        ports: this.#ports,
      }),
      ...serverSettings,
      TZ: timeZones?.[index] ?? "UTC",
      DATA_DIR: path.join(at(this.#environments, 0).folder, `server-${index + 1}`),
    };
    const logFile = logs && `${logs}.server-${index + 1}.log`;
    const work = startPatiently(() => startChildServer(MAIN, settings, "/readyz", port, logFile));
    this.#starting.add(work);
    try {
      const next = await work;
      this.#servers[index] = next;
      this.addresses[index] = next.url;
    } finally {
      this.#starting.delete(work);
    }
  }

  /** Waits until no server is starting. */
  async started(): Promise<void> {
    while (this.#starting.size > 0) {
      await Promise.allSettled(this.#starting);
    }
  }

  /**
   * Kills a server; {@link startServer} starts it again.
   *
   * @throws Error if it had ended by itself
   */
  stopDead(index: number): void {
    const server = at(this.#servers, index);
    requireAlive(server);
    process.kill(server.pid, "SIGKILL");
  }

  /** Kills a server and restarts it with its data folder. */
  async killServer(index: number): Promise<void> {
    this.stopDead(index);
    await this.startServer(index);
  }

  /** Asks a server to stop, as an upgrade does. Returns its exit code. */
  drainServer(index: number): Promise<number | null> {
    return at(this.#servers, index).stop();
  }

  /** @throws Error if a server has ended by itself */
  requireRunning(): void {
    this.#servers.forEach(requireAlive);
  }

  /**
   * Waits until no unresolved hold is stored and every dead server's work has been taken over.
   *
   * @throws Error if a hold stays unresolved
   */
  async settle(): Promise<void> {
    for (const { server } of this.#environments) {
      await settle(server.ownerUrl);
    }
  }

  /** Returns the number of unresolved holds stored so far. */
  questions(): number {
    return this.#questions.reduce((sum, watch) => sum + watch.count(), 0);
  }

  async stop(): Promise<void> {
    for (const watch of this.#questions) {
      watch.stop();
    }
    for (const { proxy } of this.links) {
      proxy.cut();
    }
    await Promise.all(this.#servers.map((one) => one.stop()));
    await Promise.all(this.links.map(({ proxy }) => proxy.close()));
    await Promise.all(this.databases.map((database) => database.stop()));
  }
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
