import { v7 as uuidv7 } from "uuid";
import { type Caller, headersOf } from "../http-population.ts";

/** An answer, or the lack of one: status 0. */
export interface Answer {
  readonly server: number;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How long a customer waits for an answer before trying again, in milliseconds. */
const ANSWER_WITHIN_MS = 8_000;
/** Refusals that say to try again. */
const PASSING = new Set(["idempotency_in_progress", "rate_limited"]);

export interface Call {
  readonly caller: Caller;
  readonly server: number;
  readonly address: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly key?: string;
  /** A step-up token. */
  readonly proof?: string;
}

/** Makes one attempt at a call. */
export async function call({
  caller,
  server,
  address,
  path,
  body,
  key,
  proof,
}: Call): Promise<Answer> {
  const headers = headersOf(caller);
  const request =
    body === undefined
      ? { headers }
      : {
          method: "POST",
          headers: {
            ...headers,
            "content-type": "application/json",
            "idempotency-key": key ?? uuidv7(),
            ...(proof === undefined ? {} : { "x-proof": proof }),
          },
          body: JSON.stringify(body),
        };
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(`${address}${path}`, { ...request, signal });
    return { server, status: response.status, body: JSON.parse(await response.text()) };
  } catch (error) {
    return { server, status: 0, body: { code: error instanceof Error ? error.name : "unknown" } };
  }
}

/** Returns whether an answer decides the call: a success, or a refusal that would not change. */
export function isFinal({ status, body }: Answer): boolean {
  return status >= 200 && status < 500 && status !== 429 && !PASSING.has(String(body.code));
}
