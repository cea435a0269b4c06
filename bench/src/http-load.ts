import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Stands in the body of a second request for the quote that the first one's answer names. */
export const QUOTE_PLACEHOLDER = "quo_00000000-0000-0000-0000-000000000000";

/** One prepared request; a body makes it a POST. */
export interface PreparedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Sent after the answer, with the answer's quote in place of {@link QUOTE_PLACEHOLDER}. Both
   * together count as one request, from the first byte sent to the last answer.
   */
  readonly confirmation?: PreparedRequest;
}

export interface HttpLoad {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Sent in order, each at most once; the run ends early when they run out. */
  readonly requests: readonly PreparedRequest[];
  /** Whether the list restarts when it runs out (reads). */
  readonly repeat: boolean;
  /**
   * Requests are due at this rate, even if the server falls behind. Default: as fast as possible.
   */
  readonly perSecond?: number;
}

export interface HttpResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly sent: number;
  /** Responses by status class, and network failures. A load with refusals has no score. */
  readonly failed: number;
}

/** Puts load on a server from a process of its own, so that they do not share an event loop. */
export function runHttpLoad(load: HttpLoad): Promise<HttpResult> {
  const worker = fork(fileURLToPath(new URL("./http-load-worker.ts", import.meta.url)), {
    serialization: "advanced",
  });
  return new Promise((resolve, reject) => {
    worker.once("message", (result) => {
      resolve(result as HttpResult);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => {
      reject(new Error(`The load generator exited with ${code} and without a result`));
    });
    worker.send(load);
  });
}
