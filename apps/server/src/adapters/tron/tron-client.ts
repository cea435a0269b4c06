import type * as z from "zod/mini";
import { RpcError } from "../evm/rpc-error.ts";
import { readCapped } from "../providers/read-capped.ts";

/** A page of 200 transfers has 100 kB, and a transaction with thousands of them some megabytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

interface TronRequest {
  readonly path: string;
  /** The body of a POST; a GET if it is absent. */
  readonly body?: object;
}

/** One server of TronGrid's API. Calls throw an RpcError unless the answer is as asked for. */
export interface TronClient {
  /** Names the server in logs, by its place in the settings. */
  readonly label: string;
  call<S extends z.ZodMiniType>(request: TronRequest, shape: S): Promise<z.infer<S>>;
}

interface ClientOptions {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly label: string;
  readonly timeoutMs?: number;
}

/**
 * Creates a client for a server of TronGrid's API. It limits time and size, follows no redirects,
 * and puts neither the server's address nor its key into an error.
 */
export function createTronClient(options: ClientOptions): TronClient {
  const { url, apiKey, label, timeoutMs = TIMEOUT_MS } = options;

  async function send({ path, body }: TronRequest): Promise<string> {
    const response = await fetch(`${url.replace(/\/$/, "")}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(apiKey !== undefined && { "tron-pro-api-key": apiKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const tooLarge = (message: string) => new RpcError("too_large", `${label} ${message}`);
    const text = await readCapped(response, MAX_BYTES, tooLarge);
    if (response.status !== 200) {
      // TronGrid answers 403 or 429 above the key's quota.
      throw new RpcError("unreachable", `${label} answered with status ${response.status}`);
    }
    return text;
  }

  return {
    label,
    async call(request, shape) {
      let text: string;
      try {
        text = await send(request);
      } catch (error) {
        throw error instanceof RpcError
          ? error
          : new RpcError("unreachable", `${label}: no answer`);
      }
      let answer: unknown;
      try {
        answer = JSON.parse(text);
      } catch {
        throw new RpcError("invalid", `${label} did not answer in JSON`);
      }
      const read = shape.safeParse(answer);
      if (!read.success) {
        const fields = read.error.issues.map(({ path }) => path.join(".") || "all").slice(0, 5);
        throw new RpcError("invalid", `${label}: the answer is invalid in ${fields.join(", ")}`);
      }
      return read.data;
    },
  };
}
