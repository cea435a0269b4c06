import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly problem?: string;
}

/** A child process whose functions can be called. It ends with this one. */
export class ChildCalls {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>();
  #calls = 0;

  constructor(entry: URL, ...args: readonly string[]) {
    const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
    this.#child = fork(fileURLToPath(entry), args, {
      serialization: "advanced",
      stdio: [...stdio],
    });
    this.#child.on("message", (answer: Answer) => {
      this.#waiting.get(answer.id)?.(answer);
    });
    this.#ended = once(this.#child, "exit").then(() => {
      for (const settle of this.#waiting.values()) {
        settle(undefined);
      }
    });
  }

  /**
   * Calls a function of the child.
   *
   * @throws Error if the function does, or the child ends first
   */
  async call<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    this.#calls += 1;
    const id = this.#calls;
    const answered = Promise.withResolvers<Answer | undefined>();
    this.#waiting.set(id, answered.resolve);
    if (this.#child.connected) {
      this.#child.send({ id, name, args } satisfies Call, () => undefined);
    } else {
      answered.resolve(undefined);
    }
    const answer = await answered.promise;
    this.#waiting.delete(id);
    if (answer === undefined || answer.problem !== undefined) {
      throw new Error(answer?.problem ?? "the process was killed");
    }
    return answer.result as T;
  }

  /** Kills the child, as `kill -9` does. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}

/** Kills this process, as `kill -9` does. */
export function killSelf(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Answers the calls of the process that started this one. */
export function answerCalls(
  functions: Readonly<Record<string, (...args: never[]) => Promise<unknown>>>,
): void {
  process.on("message", async ({ id, name, args }: Call) => {
    const answer: Answer = await Promise.resolve()
      .then(() => functions[name]?.(...(args as never[])))
      .then(
        (result) => ({ id, result }),
        (error: unknown) => ({ id, problem: error instanceof Error ? error.message : "failed" }),
      );
    process.send?.(answer);
  });
  process.once("disconnect", () => process.exit());
}
