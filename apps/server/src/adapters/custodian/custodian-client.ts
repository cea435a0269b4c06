import type { ZodMiniType, z } from "zod/mini";
import type { CustodianSettings } from "../../platform/config/config.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { readCapped } from "../providers/read-capped.ts";

/**
 * A page of a hundred transfers is far smaller than this, so a larger response violates the
 * protocol.
 */
const MAX_BYTES = 256 * 1024;
const DEFAULT_TIMEOUT_MS = 5_000;

interface Request {
  readonly method: "GET" | "PUT";
  /** The encoded path, relative to the custodian's base URL. */
  readonly path: string;
  readonly body?: object;
  /** The idempotency key, which ensures that the custodian executes the request only once. */
  readonly idempotencyKey?: string;
}

/** An unparsed response. */
interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * The calls defined by the custodian's protocol. Each throws a ProviderError if the outcome is
 * unknown.
 */
export interface CustodianClient {
  /** Returns the response's body if the status is 200 and the body has the expected shape. */
  call<S extends ZodMiniType>(request: Request, shape: S): Promise<z.infer<S>>;
  /** Returns the response regardless of its status, with its body as JSON. */
  ask(request: Request): Promise<RawAnswer>;
}

/**
 * Parses a body with its schema.
 *
 * @throws ProviderError naming the invalid fields, but not their values
 */
export function readAnswer<S extends ZodMiniType>(shape: S, body: unknown): z.infer<S> {
  const read = shape.safeParse(body);
  if (!read.success) {
    const fields = read.error.issues.map(({ path }) => path.join(".") || "all").slice(0, 5);
    throw new ProviderError(`the custodian's response is invalid: ${fields.join(", ")}`);
  }
  return read.data;
}

/**
 * Creates a client for a custodian's API that authenticates with a bearer key, limits time and
 * size, and does not follow redirects. Each call includes the current span's `traceparent`, which
 * is random and identifies nobody.
 *
 * @param timeoutMs time limit for the whole response, headers and body
 */
export function createCustodianClient(
  { url, apiKey }: CustodianSettings,
  telemetry: Pick<Telemetry, "traceparent">,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): CustodianClient {
  async function send({ method, path, body, idempotencyKey }: Request): Promise<RawAnswer> {
    const traceparent = telemetry.traceparent();
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        ...(traceparent !== undefined && { traceparent }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readCapped(
      response,
      MAX_BYTES,
      (message) => new ProviderError(`the custodian ${message}`),
    );
    return { status: response.status, body: JSON.parse(text) };
  }

  async function ask(request: Request): Promise<RawAnswer> {
    try {
      return await send(request);
    } catch (error) {
      throw error instanceof ProviderError
        ? error
        : new ProviderError(`the custodian gave no answer to ${request.method}`, error);
    }
  }

  return {
    ask,
    async call(request, shape) {
      const { status, body } = await ask(request);
      if (status !== 200) {
        throw new ProviderError(`the custodian answered ${status} to ${request.method}`);
      }
      return readAnswer(shape, body);
    },
  };
}
