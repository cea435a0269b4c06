import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Placeholder in a confirmation's body for the quote id from the first response. */
export const QUOTE_PLACEHOLDER = "quo_00000000-0000-0000-0000-000000000000";

/** A prepared request. A request with a body is a POST. */
export interface PreparedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Sent after the first response, with that response's quote id in place of {@link
   * QUOTE_PLACEHOLDER}. The two requests count as one, from the first byte sent to the last
   * response.
   */
  readonly confirmation?: PreparedRequest;
}

export interface HttpLoad {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Sent in order, each at most once. The run ends early if there are none left. */
  readonly requests: readonly PreparedRequest[];
  /** Whether the list starts over when it reaches the end (for reads). */
  readonly repeat: boolean;
  /**
   * The rate at which requests are due, even if the server falls behind. By default, they are sent
   * as fast as possible.
   */
  readonly perSecond?: number;
}

export interface HttpResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly sent: number;
  /** Number of error responses and network failures. A load with failures has no score. */
  readonly failed: number;
}

/** Loads a server from a separate process, so that the two do not share an event loop. */
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
