import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A value that a request takes from the response to an earlier request of its chain. */
export interface Taken {
  /** The name of the field in the response. Its value is text. */
  readonly field: string;
  /** The text that the value replaces, once. It has the value's length. */
  readonly placeholder: string;
}

/** The id of a quote, as every type of quote returns it. */
export const QUOTE_ID: Taken = {
  field: "quoteId",
  placeholder: "quo_00000000-0000-0000-0000-000000000000",
};

/** A request that is sent after the response to the previous request of its chain. */
export interface FollowUp extends Omit<PreparedRequest, "followUps"> {
  readonly takes: readonly Taken[];
}

/** A prepared request. A request with a body is a POST. */
export interface PreparedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Sent one after another, each after a successful response. The chain counts as one request, from
   * the first byte sent to the last response.
   */
  readonly followUps?: readonly FollowUp[];
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
   * The rate at which requests are due, which does not drop if the server falls behind. By default,
   * they are sent as fast as possible.
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
