import type { Answer, CallOptions, Conformance } from "./conformance.ts";

/** What to fill into a call, as a person makes it. */
export type ActorOptions = Omit<CallOptions, "token" | "cell">;

const POLL_MS = 200;
const WAIT_MS = 180_000;

/** Somebody who makes calls: a person with a session, or a visitor without one. */
export class Actor {
  readonly conformance: Conformance;
  readonly cell: number;
  token: string | undefined;

  constructor(conformance: Conformance, cell: number, token?: string) {
    this.conformance = conformance;
    this.cell = cell;
    this.token = token;
  }

  call(name: string, options: ActorOptions = {}): Promise<Answer> {
    const isSandbox = name.includes(" /sandbox/");
    return this.conformance.call(name, {
      ...options,
      token: this.token,
      cell: isSandbox ? this.cell : undefined,
    });
  }

  /** Makes a call that must succeed, and returns the body of its response. */
  async ok(name: string, options: ActorOptions = {}): Promise<Answer["json"]> {
    const answer = await this.call(name, options);
    if (answer.status >= 300) {
      throw new Error(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`);
    }
    return answer.json;
  }

  /** Makes a call that must be refused with a code. */
  async refused(name: string, code: string, options: ActorOptions = {}): Promise<Answer> {
    const answer = await this.call(name, options);
    if (answer.code !== code) {
      throw new Error(`${name}: ${answer.status} ${answer.code} instead of ${code}`);
    }
    return answer;
  }

  /** Repeats a call until its response is as wanted, and returns the response. */
  async until(
    name: string,
    isWanted: (json: Answer["json"]) => boolean,
    options: ActorOptions = {},
  ): Promise<Answer["json"]> {
    const end = performance.now() + WAIT_MS;
    for (;;) {
      const json = await this.ok(name, options);
      if (isWanted(json)) {
        return json;
      }
      if (performance.now() > end) {
        throw new Error(
          `${name} never answered as expected: ${JSON.stringify(json).slice(0, 300)}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}
