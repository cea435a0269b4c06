import { type Endpoint, pathOf } from "@tessera/contract/endpoint";
import { ENDPOINTS } from "@tessera/contract/endpoints";
import { judgeAnswer, type Received } from "./judge-answer.ts";
import type { PublishedErrors } from "./published-errors.ts";

/** Every call of the contract, by its method and path. */
const CALLS: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(ENDPOINTS)
    .flatMap((feature) => Object.values<Endpoint>(feature))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);
const BUSY_RETRIES = 20;
const BUSY_PAUSE_MS = 500;

export interface CallOptions {
  readonly token?: string | undefined;
  readonly id?: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A file to send instead of JSON. */
  readonly file?: { readonly bytes: Buffer; readonly type: string };
  readonly proof?: string | undefined;
  readonly key?: string;
  /** The cell of a call of the sandbox that names none. */
  readonly cell?: number | undefined;
}

/** The response to a call. */
export interface Answer extends Received {
  readonly headers: Headers;
  readonly code: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: scenarios read single fields of a response
  readonly json: any;
}

/** How often a call succeeded, and with which codes it failed. */
interface Observed {
  successes: number;
  readonly errors: Map<string, number>;
}

/** Calls an API at an address, and compares every response with the contract. */
export class Conformance {
  readonly complaints: string[] = [];
  readonly origin: string;
  readonly #published: PublishedErrors;
  readonly #observed = new Map<string, Observed>();
  calls = 0;

  constructor(origin: string, published: PublishedErrors) {
    this.origin = origin;
    this.#published = published;
  }

  static get names(): readonly string[] {
    return [...CALLS.keys()];
  }

  static endpoint(name: string): Endpoint {
    const endpoint = CALLS.get(name);
    if (endpoint === undefined) {
      throw new RangeError(`The contract has no call ${name}`);
    }
    return endpoint;
  }

  observed(name: string): Observed {
    const found = this.#observed.get(name) ?? { successes: 0, errors: new Map() };
    this.#observed.set(name, found);
    return found;
  }

  /** Makes a call and judges its response. Repeats a call that is refused as overloaded. */
  call(name: string, options: CallOptions = {}): Promise<Answer> {
    const { path } = Conformance.endpoint(name);
    const { id, query } = options;
    const search = new URLSearchParams(query).toString();
    const url = pathOf(path, id === undefined ? {} : { id });
    return this.callAt(name, search === "" ? url : `${url}?${search}`, options);
  }

  /** Makes a call at a path with a query that are given as they are. */
  async callAt(name: string, url: string, options: Omit<CallOptions, "id" | "query">) {
    const endpoint = Conformance.endpoint(name);
    for (let tries = 0; ; tries += 1) {
      const { headers, ...received } = await this.#send(endpoint, url, options);
      const published = this.#published.get(name) ?? new Set();
      const { kind, code, complaint } = judgeAnswer(endpoint, received, published);
      if (code === "overloaded" && tries < BUSY_RETRIES) {
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
        continue;
      }
      this.calls += 1;
      const observed = this.observed(name);
      if (complaint !== undefined) {
        this.complaints.push(`${name}: ${complaint}`);
      } else if (kind === "success") {
        observed.successes += 1;
      } else if (code !== undefined) {
        observed.errors.set(code, (observed.errors.get(code) ?? 0) + 1);
      }
      return { ...received, headers, code };
    }
  }

  async #send({ method }: Endpoint, url: string, options: CallOptions) {
    const { token, body, file, proof, cell, key } = options;
    const response = await fetch(`${this.origin}${url}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(file !== undefined && { "content-type": file.type }),
        ...(proof !== undefined && { "x-proof": proof }),
        ...(cell !== undefined && { "x-tessera-cell": String(cell) }),
        ...(method !== "GET" && { "idempotency-key": key ?? crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: new Uint8Array(file.bytes) }),
    });
    const { status, headers } = response;
    const contentType = headers.get("content-type") ?? "";
    const text = await response.text();
    const isJson = contentType.includes("json") && text !== "";
    return { status, headers, contentType, text, json: isJson ? JSON.parse(text) : undefined };
  }
}
