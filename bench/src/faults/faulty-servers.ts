import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChildServer, startChildServer } from "../child-server.ts";
import type { Environment } from "../environment.ts";
import { serverEnvironment } from "../server-environment.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { type FaultyDatabase, LAB_SETTINGS, makeFaulty } from "./faulty-database.ts";
import { settle, watchQuestions } from "./open-questions.ts";

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
const CUT_BEFORE_MS = 40;
/** How often a server is started before the run fails: each start may meet a killed database. */
const STARTS = 30;
const START_PAUSE_MS = 500;

interface FaultyOptions {
  readonly count: number;
  /** What PostgreSQL was started with; {@link LAB_SETTINGS} by default. */
  readonly databaseSettings?: Readonly<Record<string, string>>;
  readonly serverSettings?: Readonly<Record<string, string>>;
  /** What the names of the servers' log files begin with; if absent, logs are dropped. */
  readonly logs?: string;
}

/** Servers sharing one database. Both the servers and the database can be killed and restarted. */
export class FaultyServers {
  /** Each server's current address; a killed server refuses connections. */
  readonly addresses: string[] = [];
  /** Each server's own connection to the database. */
  readonly proxies: FaultProxy[] = [];
  readonly database: FaultyDatabase;
  readonly #environment: Environment;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #logs: string | undefined;
  readonly #servers: ChildServer[] = [];
  readonly #starting = new Set<Promise<ChildServer>>();
  readonly #questions: ReturnType<typeof watchQuestions>;

  private constructor(environment: Environment, options: FaultyOptions) {
    const { databaseSettings = LAB_SETTINGS, serverSettings = {} } = options;
    this.#environment = environment;
    this.#settings = serverSettings;
    this.#logs = options.logs;
    this.database = makeFaulty(environment.server, databaseSettings);
    this.#questions = watchQuestions(environment.server.ownerUrl);
  }

  /** Starts servers, each with its own data folder and its own proxy to the database. */
  static async start(environment: Environment, options: FaultyOptions): Promise<FaultyServers> {
    const faulty = new FaultyServers(environment, options);
    try {
      for (let index = 0; index < options.count; index += 1) {
        faulty.proxies.push(await FaultProxy.open(environment.server.port));
        await faulty.startServer(index);
      }
    } catch (error) {
      await faulty.stop();
      throw error;
    }
    return faulty;
  }

  /**
   * Drops PostgreSQL's responses for a moment, so that the outcome of some commits stays unknown.
   * Then kills PostgreSQL, leaves it down for `deadMs` milliseconds, and restarts it with its data.
   */
  async killDatabase(deadMs: number): Promise<void> {
    for (const proxy of this.proxies) {
      proxy.freeze("answers");
    }
    await sleep(CUT_BEFORE_MS);
    this.database.kill();
    for (const proxy of this.proxies) {
      proxy.cut();
    }
    await sleep(deadMs);
    await this.database.start();
  }

  /** Starts a server with its data folder. Tries again while the database is down. */
  async startServer(index: number): Promise<void> {
    const { folder, server } = this.#environment;
    const settings = {
      ...serverEnvironment(this.#environment),
      // Servers that share a database must share its root key, as in any installation.
      TESSERA_KEY_FILE: path.join(folder, "tessera.key"),
      // All payments in this run come from a single address.
      RATE_LIMITS: "off",
      ...this.#settings,
      DATABASE_URL: through(server.appUrl, at(this.proxies, index).port),
      DATA_DIR: path.join(folder, `server-${index + 1}`),
    };
    const logFile = this.#logs && `${this.#logs}.server-${index + 1}.log`;
    const work = startPatiently(() =>
      startChildServer(MAIN, settings, "/readyz", undefined, logFile),
    );
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
  settle(): Promise<void> {
    return settle(this.#environment.server.ownerUrl);
  }

  /** Returns the number of unresolved holds stored so far. */
  questions(): number {
    return this.#questions.count();
  }

  async stop(): Promise<void> {
    this.#questions.stop();
    for (const proxy of this.proxies) {
      proxy.cut();
    }
    await Promise.all(this.#servers.map((one) => one.stop()));
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
    await this.database.stop();
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

/** Returns the address of the same database on another port. */
function through(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}
