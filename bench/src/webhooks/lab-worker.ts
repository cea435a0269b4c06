import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ENTRY = fileURLToPath(new URL("./webhook-worker.ts", import.meta.url));

/** A server in a process that the lab kills and starts again. */
export class LabWorker {
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  /** Starts the server, and waits until it works. */
  async start(): Promise<void> {
    const env = { ...process.env, ...this.#env };
    const child = fork(ENTRY, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.#child = child;
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`a server of the lab ended with ${code} before it had started`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(child, "message"), ended]);
  }

  /** Kills the server, without a chance to end anything. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
  }
}
