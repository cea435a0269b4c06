import { rm } from "node:fs/promises";
import path from "node:path";
import { type ChildServer, startChildServer } from "../child-server.ts";
import type { Environment } from "../environment.ts";
import { stablePort } from "../failover/stable-port.ts";
import { serverEnvironment } from "../server-environment.ts";

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
/** What solves every captcha of the lab. */
export const CAPTCHA_ANSWER = "4mosa";
/** Where the console is said to be, which a passkey is bound to. */
const PUBLIC_URL = "http://localhost:4300";

interface GroupOptions {
  readonly count: number;
  /** Seconds for which a stopping server still answers. */
  readonly drainSeconds: number;
  readonly logs: string | undefined;
}

/** Several servers on one database, each at a port that it keeps. */
export class ServerGroup {
  readonly ports: readonly number[];
  readonly #environment: Environment;
  readonly #options: GroupOptions;
  readonly #servers = new Map<number, ChildServer>();

  private constructor(environment: Environment, options: GroupOptions, ports: readonly number[]) {
    this.#environment = environment;
    this.#options = options;
    this.ports = ports;
  }

  /** Starts the servers one after another, since the first one creates the root key. */
  static async start(environment: Environment, options: GroupOptions): Promise<ServerGroup> {
    const ports: number[] = [];
    while (ports.length < options.count) {
      ports.push(await stablePort());
    }
    const group = new ServerGroup(environment, options, ports);
    // Servers append to their logs, which an earlier run may have left.
    await Promise.all(ports.map((_, index) => rm(group.logFile(index), { force: true })));
    try {
      for (const index of ports.keys()) {
        await group.start(index);
      }
    } catch (error) {
      await group.stopAll();
      throw error;
    }
    return group;
  }

  /** The servers' own addresses. */
  get origins(): readonly string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  logFile(index: number): string {
    const { logs } = this.#options;
    return logs === undefined
      ? path.join(this.#environment.folder, `server-${index}.log`)
      : `${logs}.${this.ports.length}-servers.${index}.log`;
  }

  async start(
    index: number,
    settings: Readonly<Record<string, string>> = { RATE_LIMITS: "off" },
  ): Promise<void> {
    const { folder } = this.#environment;
    const environment = {
      ...serverEnvironment(this.#environment),
      DATA_DIR: path.join(folder, `server-${index}`),
      TESSERA_KEY_FILE: path.join(folder, "tessera.key"),
      DRAIN_SECONDS: String(this.#options.drainSeconds),
      CAPTCHA_ANSWER,
      PUBLIC_URL,
      LOG_LEVEL: "debug",
      ...settings,
    };
    const port = this.ports[index];
    const server = await startChildServer(MAIN, environment, "/readyz", port, this.logFile(index));
    this.#servers.set(index, server);
  }

  pid(index: number): number {
    const server = this.#servers.get(index);
    if (server === undefined) {
      throw new RangeError(`server ${index} does not run`);
    }
    return server.pid;
  }

  /**
   * Asks a server to stop, as an upgrade does.
   *
   * @throws Error unless it exits with code 0
   */
  async stop(index: number): Promise<void> {
    const code = await this.#servers.get(index)?.stop();
    this.#servers.delete(index);
    if (code !== 0) {
      throw new Error(`server ${index} stopped with ${code}`);
    }
  }

  /** Kills a server and waits until it has ended. */
  async kill(index: number): Promise<void> {
    process.kill(this.pid(index), "SIGKILL");
    await this.#servers.get(index)?.stop();
    this.#servers.delete(index);
  }

  freeze(index: number): void {
    process.kill(this.pid(index), "SIGSTOP");
  }

  resume(index: number): void {
    process.kill(this.pid(index), "SIGCONT");
  }

  async stopAll(): Promise<void> {
    const all = [...this.#servers.keys()];
    for (const index of all) {
      // A frozen process does not react to a signal to stop.
      this.resume(index);
    }
    await Promise.all([...this.#servers.values()].map((server) => server.stop()));
    this.#servers.clear();
  }
}
