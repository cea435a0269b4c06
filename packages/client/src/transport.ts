import { delayBeforeRetry, pause, type Repeatable, type RetryPolicy } from "./retries.ts";
import { errorOfResponse, TesseraError } from "./tessera-error.ts";

/** Where and how calls are sent. */
export interface ClientOptions {
  /** An API key, created in the console under Profile, API keys. Keep it on a server. */
  readonly apiKey: string;
  /** The program's address, such as `https://cards.example.com`. */
  readonly baseUrl: string;
  /** The language of error messages: `en`, `zh-CN` or `zh-TW`. Defaults to `en`. */
  readonly language?: string;
  /** The longest time for one attempt, in milliseconds. Defaults to 20,000. */
  readonly timeoutMs?: number;
  /** The most repetitions of a call after errors that may pass. Defaults to 4. */
  readonly maxRetries?: number;
  /** The longest wait before a repetition, in milliseconds. Defaults to 30,000. */
  readonly maxRetryDelayMs?: number;
  /** What sends requests. Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call and its repetitions. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
}

/** Options of a call that writes. */
export interface WriteOptions extends CallOptions {
  /**
   * The name of this write, 1 to 255 visible ASCII characters. All attempts under one key take
   * effect at most once, also those of another process. By default, each call has a random key,
   * which covers its own repetitions.
   */
  readonly idempotencyKey?: string | undefined;
}

/** A file to send. */
export interface FileBody<Type extends string = string> {
  readonly type: Type;
  readonly bytes: Uint8Array<ArrayBuffer> | Blob;
}

/** Values of a query's parameters. Those that are undefined are left out. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** One call of the API. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly repeatable: Repeatable;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly file?: FileBody | undefined;
}

const DEFAULT_TIMEOUT_MS = 20_000;
/** The longest time that a timer takes. A longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const DEFAULT_RETRIES: RetryPolicy = { maxRetries: 4, maxRetryDelayMs: 30_000 };

/** Fills parameters into a path, as the tag of a template: `at` followed by the path. */
export function at(texts: TemplateStringsArray, ...parameters: readonly string[]): string {
  return texts.reduce((path, text, n) => `${path}${encoded(parameters[n - 1])}${text}`);
}

function encoded(parameter: string | undefined): string {
  // Those with dots would name another path.
  if (parameter === undefined || ["", ".", ".."].includes(parameter)) {
    throw new TypeError(`An id must not be ${JSON.stringify(parameter)}.`);
  }
  return encodeURIComponent(parameter);
}

/** Sends calls with a key, and repeats those that may be repeated. Never prints the key. */
export class Transport {
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #language: string;
  readonly #timeoutMs: number;
  readonly #retries: RetryPolicy;
  readonly #fetch: typeof fetch;

  /** @throws TypeError if the key or the address cannot be used */
  constructor(options: ClientOptions) {
    this.#apiKey = headerValue("API key", options.apiKey);
    this.#baseUrl = baseUrlOf(options.baseUrl);
    this.#language = headerValue("language", options.language ?? "en");
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#retries = {
      maxRetries: options.maxRetries ?? DEFAULT_RETRIES.maxRetries,
      maxRetryDelayMs: options.maxRetryDelayMs ?? DEFAULT_RETRIES.maxRetryDelayMs,
    };
    // A browser's fetch refuses to be called as a method of another object.
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /** Makes a call, and returns its JSON; undefined for a response without a body. */
  json<T>(call: Call, options: WriteOptions = {}): Promise<T> {
    return this.#repeat(call, options, async (response, key) => {
      if (response.status === 204) {
        return undefined as T;
      }
      const text = await response.text();
      try {
        return JSON.parse(text) as T;
      } catch (cause) {
        const message = "The response was not valid JSON.";
        const { status } = response;
        throw new TesseraError({ code: "unreadable", message, status, idempotencyKey: key, cause });
      }
    });
  }

  /** Makes a call, and returns the response as it is: for files, which may be long. */
  response(call: Call, options: WriteOptions = {}): Promise<Response> {
    return this.#repeat(call, options, (response) => Promise.resolve(response));
  }

  async #repeat<T>(
    call: Call,
    options: WriteOptions,
    read: (response: Response, key: string | undefined) => Promise<T>,
  ): Promise<T> {
    const { repeatable } = call;
    const key =
      repeatable === "with key"
        ? headerValue("idempotency key", options.idempotencyKey ?? crypto.randomUUID())
        : undefined;
    const policy = { ...this.#retries };
    policy.maxRetries = options.maxRetries ?? policy.maxRetries;
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#attempt(call, options, key, (response) => read(response, key));
      } catch (error) {
        const delay =
          error instanceof TesseraError
            ? delayBeforeRetry(error, policy, { retries, repeatable, random: Math.random() })
            : undefined;
        if (delay === undefined) {
          throw error;
        }
        await pause(delay, options.signal);
      }
    }
  }

  async #attempt<T>(
    call: Call,
    { signal, timeoutMs = this.#timeoutMs }: WriteOptions,
    key: string | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const own = new AbortController();
    // Made first: what cannot be sent is the caller's mistake, and no lost response.
    const url = `${this.#baseUrl}${call.path}${queryOf(call.query)}`;
    const init: RequestInit = {
      method: call.method,
      headers: this.#headersOf(call, key),
      body: bodyOf(call),
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      signal: signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]),
    };
    const timer = setTimeout(() => own.abort(), Math.min(timeoutMs, MAX_TIMER_MS));
    try {
      const response = await this.#fetch(url, init);
      if (!response.ok) {
        throw await errorOfResponse(response, key);
      }
      return await read(response);
    } catch (error) {
      throw failureOf(error, { signal, hasTimedOut: own.signal.aborted, key });
    } finally {
      clearTimeout(timer);
    }
  }

  #headersOf({ body, file }: Call, key: string | undefined): Record<string, string> {
    return {
      Accept: "application/json",
      "Accept-Language": this.#language,
      Authorization: `Bearer ${this.#apiKey}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(file === undefined ? {} : { "Content-Type": file.type }),
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
    };
  }
}

interface Circumstances {
  readonly signal: AbortSignal | undefined;
  readonly hasTimedOut: boolean;
  readonly key: string | undefined;
}

/** Returns what a failed attempt throws: the caller's own reason, or a {@link TesseraError}. */
function failureOf(error: unknown, { signal, hasTimedOut, key }: Circumstances): unknown {
  if (signal?.aborted) {
    return signal.reason;
  }
  if (error instanceof TesseraError) {
    return error;
  }
  const [code, message] = hasTimedOut
    ? ["timeout", "The server did not respond in time."]
    : ["network", "The request or its response was lost."];
  return new TesseraError({ code, message, idempotencyKey: key, cause: error });
}

/** Returns a header's value, or throws an error that does not contain it, unlike that of fetch. */
function headerValue(what: string, value: string): string {
  if (!/^[!-~]{1,255}$/.test(value)) {
    throw new TypeError(`The ${what} must be 1 to 255 visible ASCII characters.`);
  }
  return value;
}

/** Returns the address without a slash at its end; refuses one over which a key could be read. */
function baseUrlOf(text: string): string {
  const url = new URL(text);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)) {
    throw new TypeError("The baseUrl must begin with https://, except on this machine.");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function queryOf(query: object | undefined): string {
  const given = Object.entries((query ?? {}) as QueryValues).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

function bodyOf({ body, file }: Call): string | Blob | Uint8Array<ArrayBuffer> | null {
  return body === undefined ? (file?.bytes ?? null) : JSON.stringify(body);
}
