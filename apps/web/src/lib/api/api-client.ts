import { type Endpoint, pathOf } from "@tessera/contract/endpoint";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import { localeStore } from "../locale.ts";
import { cellOfPage } from "../navigation/page-cell.ts";
import { expireSession } from "../session/session-expiry.ts";
import { sessionStore } from "../session/session-store.ts";
import {
  ApiError,
  type ChangedBy,
  type FieldError,
  type MissingFunds,
  type PassedLimit,
} from "./api-error.ts";
import { apiText } from "./api-texts.ts";
import { takeHeadStart } from "./head-start.ts";

/** Origin of the API: the page's origin unless the build sets another one. */
export const API_ORIGIN: string = import.meta.env.VITE_API_ORIGIN ?? "";
const DEFAULT_TIMEOUT_MS = 20_000;

/** Input and output types of a schema, inferred from its type: the client has no validators. */
type InputOf<S> = S extends { readonly _zod: { readonly input: infer I } } ? I : never;
type OutputOf<S> = S extends { readonly _zod: { readonly output: infer O } } ? O : undefined;

type SchemaOf<E extends Endpoint, K extends "params" | "query" | "body"> =
  E extends Readonly<Record<K, infer S>> ? InputOf<S> : never;

type Part<E extends Endpoint, K extends "params" | "query" | "body"> = [SchemaOf<E, K>] extends [
  never,
]
  ? { readonly [P in K]?: never }
  : Partial<Record<never, never>> extends SchemaOf<E, K>
    ? { readonly [P in K]?: SchemaOf<E, K> }
    : { readonly [P in K]: SchemaOf<E, K> };

/** Response body of an endpoint; `undefined` if the response has no body. */
export type AnswerOf<E extends Endpoint> = OutputOf<E["success"]["body"]>;

interface CallExtras {
  /** Sent as `Idempotency-Key`: the same key for every attempt at one action. */
  readonly idempotencyKey?: string;
  /** Sent as `X-Proof`. */
  readonly proof?: string;
  /** The cell that the call is for, if it is not the one that the page's address names. */
  readonly cell?: number | undefined;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /**
   * Omitted by default. Required if the response has a Clear-Site-Data header, which browsers
   * otherwise ignore.
   */
  readonly credentials?: "include";
}

export type CallOptions<E extends Endpoint> = Part<E, "params"> &
  Part<E, "query"> &
  Part<E, "body"> &
  CallExtras;

type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E>
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E>];

interface LooseOptions extends CallExtras {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Calls an endpoint and returns the response body. Throws {@link ApiError} on failure. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...rest: CallArguments<E>
): Promise<AnswerOf<E>> {
  const response = await callRaw(endpoint, ...rest);
  if (response.status === 204) {
    return undefined as AnswerOf<E>;
  }
  return (await readJson(response)) as AnswerOf<E>;
}

/** Calls an endpoint and returns the raw response, for images and files. */
export async function callRaw<E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<Response> {
  const loose = (options ?? {}) as LooseOptions;
  const token = sessionStore.get().token;
  const response = await send(endpoint, loose, token);
  if (response.ok) {
    return response;
  }
  if (response.status === 401) {
    expireSession(token);
  }
  const error = await errorOf(response);
  // An event named after the error code lets parts that load later react to an error from any call.
  dispatchEvent(new Event(error.code));
  throw error;
}

async function send(
  endpoint: Endpoint,
  options: LooseOptions,
  token: string | null,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const url = urlOf(endpoint, options);
    const begun = endpoint.method === "GET" ? takeHeadStart(url, token, signal) : undefined;
    if (begun !== undefined) {
      return await begun;
    }
    return await fetch(url, {
      method: endpoint.method,
      headers: headersOf(endpoint, options, token),
      credentials: options.credentials ?? "omit",
      cache: "no-store",
      signal,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
  } catch (error) {
    throw lostAnswer(error, options.signal);
  }
}

function urlOf(endpoint: Endpoint, { params, query = {} }: LooseOptions): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") {
      search.set(name, String(value));
    }
  }
  const suffix = search.size === 0 ? "" : `?${search}`;
  return `${API_ORIGIN}${pathOf(endpoint.path, params)}${suffix}`;
}

function headersOf(endpoint: Endpoint, options: LooseOptions, token: string | null): Headers {
  const headers = new Headers({ Accept: "application/json", "Accept-Language": localeStore.get() });
  if (options.body !== undefined) {
    headers.set("Content-Type", "application/json");
  }
  if (token !== null && endpoint.access !== "public") {
    headers.set("Authorization", `Bearer ${token}`);
  }
  if (options.idempotencyKey !== undefined) {
    headers.set("Idempotency-Key", options.idempotencyKey);
  }
  if (options.proof !== undefined) {
    headers.set("X-Proof", options.proof);
  }
  const cell = options.cell ?? cellFor(endpoint);
  if (cell !== undefined) {
    headers.set(CELL_HEADER, `${cell}`);
  }
  return headers;
}

/** The header that names the cell of an operator's call. */
export const CELL_HEADER = "X-Tessera-Cell";

/** Returns the cell to name in a call: the one of the page, for what belongs to one cell. */
export function cellFor({ access, cells }: Endpoint): string | undefined {
  return access === "operator" && cells === undefined ? cellOfPage() : undefined;
}

function lostAnswer(error: unknown, caller: AbortSignal | undefined): ApiError {
  const locale = localeStore.get();
  if (caller?.aborted) {
    return new ApiError({ status: 0, code: "aborted", message: apiText("network", locale) });
  }
  const timedOut = error instanceof DOMException && error.name === "TimeoutError";
  const code = timedOut ? "timeout" : "network";
  return new ApiError({ status: 0, code, message: apiText(code, locale) });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    const message = apiText("unreadable", localeStore.get());
    throw new ApiError({ status: 0, code: "network", message });
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const problem =
    typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: string) => {
    const value = problem[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new ApiError({
    status,
    code: text("code") ?? "unknown",
    message:
      text("message") ??
      apiText("requestFailed", localeStore.get()).replace("{status}", `${status}`),
    fields: fieldsOf(problem.fields),
    changed: changedBy(problem.changed),
    funds: fundsOf(problem.funds),
    // Set only by adjustment calls, which send the limit as text.
    limit: problem.limit as PassedLimit | undefined,
    // Set only by the sign-in call; the next sign-in step validates it.
    secondFactor: problem.secondFactor as SignInChallenge | undefined,
    requestId: text("requestId") ?? response.headers.get("X-Request-Id") ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

function changedBy(value: unknown): ChangedBy | undefined {
  const { by, at, to } = Object(value) as Partial<Record<string, unknown>>;
  return typeof by === "string" && typeof at === "string"
    ? { by, at, to: typeof to === "string" ? to : undefined }
    : undefined;
}

function fundsOf(value: unknown): MissingFunds | undefined {
  const { available, needed, currency } = Object(value) as Partial<Record<string, unknown>>;
  const isText = (part: unknown): part is string => typeof part === "string";
  return isText(available) && isText(needed) && isText(currency)
    ? { available, needed, currency }
    : undefined;
}

function fieldsOf(value: unknown): FieldError[] {
  if (!Array.isArray(value)) {
    return [];
  }
  return value.filter(
    (field: unknown): field is FieldError =>
      typeof field === "object" &&
      field !== null &&
      typeof (field as Record<string, unknown>).path === "string" &&
      typeof (field as Record<string, unknown>).message === "string",
  );
}
