import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { createLedger } from "@tessera/ledger";
import postgres from "postgres";
import { type ChildServer, freePort, startChildServer } from "../child-server.ts";
import { type Environment, openEnvironment } from "../environment.ts";
import { FaultProxy } from "../faults/fault-proxy.ts";
import { LAB_SETTINGS } from "../faults/faulty-database.ts";
import { type Caller, openCallers } from "../http-population.ts";
import { houseToCustomer } from "../movements.ts";
import { openPopulation, pick } from "../population.ts";
import { serverEnvironment } from "../server-environment.ts";
import { submitAll } from "../submit-all.ts";
import { loadCard } from "./load-card.ts";
import { type Outside, startOutside } from "./outside.ts";
import { startTraffic, type Traffic } from "./traffic.ts";

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
const ROOT = new URL("../../../", import.meta.url).pathname;
const SERVERS = 2;
const CARDS = 24;
const ACCOUNT_MINOR = 1_000_000n;
const CARD_AMOUNT = "100.00";
const PAYMENT_EVERY_MS = 150;
/** The token of the servers' metrics. */
export const METRICS_TOKEN = "token-of-the-alert-lab";

/** How a shell command ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Two servers on one PostgreSQL, each behind a proxy that can be broken, with payments going on all
 * the time and parties outside that can be switched off.
 */
export class AlertLab {
  readonly environment: Environment;
  readonly ports: readonly number[];
  readonly proxies: readonly FaultProxy[];
  readonly outside: Outside;
  readonly servers: (ChildServer | undefined)[] = [];
  /** What makes faults: a superuser, whose sessions wait for nobody. */
  readonly admin: postgres.Sql;
  callers: readonly Caller[] = [];
  readonly #logs: string | undefined;
  #traffic: Traffic | undefined;

  private constructor(
    environment: Environment,
    given: Pick<AlertLab, "ports" | "proxies" | "outside"> & { readonly logs: string | undefined },
  ) {
    this.environment = environment;
    this.ports = given.ports;
    this.proxies = given.proxies;
    this.outside = given.outside;
    this.#logs = given.logs;
    this.admin = postgres(this.#adminUrl(), { max: 4, onnotice: () => undefined });
  }

  /** @param logs what the names of the servers' log files begin with; without it, there are none */
  static async open(logs: string | undefined): Promise<AlertLab> {
    const environment = await openEnvironment({ ...LAB_SETTINGS, archive_mode: "on" });
    const ports: number[] = [];
    const proxies: FaultProxy[] = [];
    for (let index = 0; index < SERVERS; index += 1) {
      ports.push(await freePort());
      proxies.push(await FaultProxy.open(environment.server.port));
    }
    const outside = await startOutside();
    const lab = new AlertLab(environment, { ports, proxies, outside, logs });
    try {
      await lab.archiveWith("/bin/true");
      for (let index = 0; index < SERVERS; index += 1) {
        await lab.startServer(index);
      }
      lab.callers = await lab.#openCallers();
      lab.#traffic = startTraffic({
        callers: lab.callers.slice(0, CARDS / 2),
        urls: lab.urls,
        everyMs: PAYMENT_EVERY_MS,
      });
      return lab;
    } catch (error) {
      await lab.close();
      throw error;
    }
  }

  get urls(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** The address of the first server. */
  get url(): string {
    return this.urls[0] ?? "";
  }

  get traffic(): Traffic {
    if (this.#traffic === undefined) {
      throw new Error("no payments are going on yet");
    }
    return this.#traffic;
  }

  /** A customer whose card no other payment uses. */
  quietCaller(index: number): Caller {
    const caller = this.callers[CARDS / 2 + index];
    if (caller === undefined) {
      throw new RangeError(`there is no caller ${index}`);
    }
    return caller;
  }

  /** The settings that commands use, as the schema's owner. */
  get settings(): Record<string, string> {
    const { folder } = this.environment;
    return {
      ...serverEnvironment(this.environment),
      ...this.outside.settings,
      TESSERA_KEY_FILE: path.join(folder, "tessera.key"),
      DATA_DIR: path.join(folder, "server-0"),
      METRICS_TOKEN,
      RATE_LIMITS: "off",
      UNMATCHED_CLEARING_SECONDS: "86400",
      WITHDRAWAL_CANCEL_SECONDS: "0",
    };
  }

  async startServer(index: number, main: URL = MAIN): Promise<void> {
    const through = new URL(this.environment.server.appUrl);
    through.port = String(this.proxies[index]?.port);
    const settings = {
      ...this.settings,
      DATABASE_URL: through.href,
      DATA_DIR: path.join(this.environment.folder, `server-${index}`),
      LOG: "json",
    };
    const logFile = this.#logs && `${this.#logs}.server-${index}.log`;
    this.servers[index] = await startChildServer(
      main,
      settings,
      "/healthz",
      this.ports[index],
      logFile,
    );
  }

  pidOf(index: number): number {
    return this.servers[index]?.pid ?? 0;
  }

  /** Sets the command that archives the WAL. */
  async archiveWith(command: string): Promise<void> {
    await this.admin.unsafe(`alter system set archive_command = '${command}'`);
    await this.admin`select pg_reload_conf()`;
  }

  /** Opens a session that stays open until it is ended, as a forgotten psql does. */
  async openSession(): Promise<{ readonly sql: postgres.Sql; readonly pid: number }> {
    const sql = postgres(this.#adminUrl(), {
      max: 1,
      onnotice: () => undefined,
      connection: { application_name: "forgotten psql" },
    });
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return { sql, pid: row?.pid ?? 0 };
  }

  /** Runs a shell command of the runbook with the settings of a server's machine. */
  async run(command: string): Promise<Ended> {
    const child = spawn("bash", ["-c", command], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...this.settings },
    });
    const [output, problems] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code: child.exitCode, output: output + problems };
  }

  async close(): Promise<void> {
    await this.#traffic?.stop();
    for (const proxy of this.proxies) {
      proxy.cut();
    }
    await Promise.all(this.servers.map((one) => one?.stop()));
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
    await this.outside.close();
    await this.admin.end({ timeout: 1 });
    await this.environment.close();
  }

  #adminUrl(): string {
    const { superuserUrl, ownerUrl } = this.environment.server;
    const url = new URL(superuserUrl);
    url.pathname = new URL(ownerUrl).pathname;
    return url.href;
  }

  async #openCallers(): Promise<Caller[]> {
    const ledger = createLedger({ db: this.environment.db });
    try {
      const subjects = await openPopulation(this.environment, ledger, CARDS);
      // Otherwise `npm run verify` would find money that no payment brought.
      await submitAll(ledger, subjects.length, (index) =>
        houseToCustomer(pick(subjects, index), ACCOUNT_MINOR),
      );
      const callers = await openCallers(this.environment.owner, this.url, subjects);
      for (const caller of callers) {
        await loadCard(this.url, caller, CARD_AMOUNT);
      }
      return callers;
    } finally {
      await ledger.close();
    }
  }
}
