import { NO_FAULTS, type ProgramOptions } from "@tessera/server/testing/payout-program";
import type { LabServer } from "../walk-payouts.ts";
import { ChildCalls } from "./child-calls.ts";

const MAIN = new URL("./server-main.ts", import.meta.url);

type Options = Omit<ProgramOptions, "die" | "plant">;

/** A server that is a process of its own. */
export class ServerProcess implements LabServer {
  readonly faults = { ...NO_FAULTS };
  readonly #options: Options;
  #child: ChildCalls;

  private constructor(options: Options) {
    this.#options = options;
    this.#child = new ChildCalls(MAIN);
  }

  static async open(options: Options): Promise<ServerProcess> {
    const server = new ServerProcess(options);
    await server.#open();
    return server;
  }

  /** What a killed server did not do is done by the next step. */
  async step(): Promise<void> {
    await this.#child.call("step", this.faults).catch(() => undefined);
  }

  async kill(): Promise<void> {
    await this.#child.kill();
  }

  async restart(): Promise<void> {
    await this.#child.kill();
    this.#child = new ChildCalls(MAIN);
    await this.#open();
  }

  async close(): Promise<void> {
    await this.#child.kill();
  }

  #open(): Promise<void> {
    return this.#child.call("open", this.#options);
  }
}
