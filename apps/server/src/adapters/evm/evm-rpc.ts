import * as z from "zod/mini";
import { readCapped } from "../providers/read-capped.ts";
import { RpcError } from "./rpc-error.ts";

/** The logs of one block of a busy token are far smaller than this. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** A call of the JSON-RPC API, with the shape of its result. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** One RPC server of a chain. Every method throws an RpcError unless the answer is as asked for. */
export interface EvmRpc {
  /** Names the server in logs, by its place in the settings: its URL may contain a key. */
  readonly label: string;
  call<S extends z.ZodMiniType>(call: RpcCall, shape: S): Promise<z.infer<S>>;
  /** Makes several calls in as few requests as possible, and returns the results in order. */
  batch<S extends z.ZodMiniType>(calls: readonly RpcCall[], shape: S): Promise<z.infer<S>[]>;
}

interface RpcOptions {
  readonly url: string;
  readonly label: string;
  readonly batchSize: number;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

const envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.int(),
  result: z.optional(z.unknown()),
  error: z.optional(z.looseObject({ code: z.int() })),
});

type Envelope = z.infer<typeof envelope>;

/**
 * Sends a request, and returns the answer as JSON.
 *
 * @throws RpcError
 */
async function post(
  { url, label, maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS }: RpcOptions,
  body: object,
): Promise<unknown> {
  let text: string;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const tooLarge = (message: string) => new RpcError("too_large", `${label} ${message}`);
    text = await readCapped(response, maxBytes, tooLarge);
    if (response.status !== 200) {
      // Servers answer an error of the call with status 200; others are about the connection.
      throw new RpcError("unreachable", `${label} answered with status ${response.status}`);
    }
  } catch (error) {
    throw error instanceof RpcError ? error : new RpcError("unreachable", `${label}: no answer`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError("invalid", `${label} did not answer in JSON`);
  }
}

/**
 * Returns the result in an answer, in its shape.
 *
 * @throws RpcError `refused` or `invalid`, naming the invalid fields, but not their values
 */
function resultOf<S extends z.ZodMiniType>(
  answer: Envelope | undefined,
  { label, method, shape }: { readonly label: string; readonly method: string; readonly shape: S },
): z.infer<S> {
  if (answer?.error !== undefined) {
    throw new RpcError("refused", `${label} refused ${method} with code ${answer.error.code}`);
  }
  const read = shape.safeParse(answer?.result);
  if (!read.success) {
    const fields = read.error.issues.map(({ path }) => path.join(".") || "all").slice(0, 5);
    throw new RpcError("invalid", `${label}: ${method} is invalid in ${fields.join(", ")}`);
  }
  return read.data;
}

/**
 * Creates a client for a server of Ethereum's JSON-RPC API. It limits time and size, follows no
 * redirects, and accepts no answer to another call than its own.
 */
export function createEvmRpc(options: RpcOptions): EvmRpc {
  const { label, batchSize } = options;
  let lastId = 0;

  /** Sends calls as one request, and returns their envelopes in the order of the calls. */
  async function send(calls: readonly RpcCall[]): Promise<(Envelope | undefined)[]> {
    const requests = calls.map(({ method, params }) => {
      lastId += 1;
      return { jsonrpc: "2.0", id: lastId, method, params };
    });
    const [only] = requests;
    const answer = await post(
      options,
      only !== undefined && requests.length === 1 ? only : requests,
    );
    // A server that refuses a whole batch answers with one error instead of a list.
    const read = z.array(envelope).safeParse(Array.isArray(answer) ? answer : [answer]);
    const byId = new Map(read.data?.map((one) => [one.id, one]));
    const found = requests.map(({ id }) => byId.get(id));
    if (read.data?.length !== requests.length || found.includes(undefined)) {
      throw new RpcError("invalid", `${label} answered other calls than were made`);
    }
    return found;
  }

  /**
   * Sends calls like {@link send}, in smaller requests if their answer is too large: the receipts
   * of transactions with hundreds of transfers each do not fit in one.
   */
  async function sendInParts(calls: readonly RpcCall[]): Promise<(Envelope | undefined)[]> {
    try {
      return await send(calls);
    } catch (error) {
      if (!(error instanceof RpcError) || error.fault !== "too_large" || calls.length < 2) {
        throw error;
      }
      const half = Math.ceil(calls.length / 2);
      const first = await sendInParts(calls.slice(0, half));
      return [...first, ...(await sendInParts(calls.slice(half)))];
    }
  }

  return {
    label,
    async call({ method, params }, shape) {
      const [answer] = await send([{ method, params }]);
      return resultOf(answer, { label, method, shape });
    },
    async batch(calls, shape) {
      const results: z.infer<typeof shape>[] = [];
      for (let start = 0; start < calls.length; start += batchSize) {
        const some = calls.slice(start, start + batchSize);
        for (const [place, answer] of (await sendInParts(some)).entries()) {
          results.push(resultOf(answer, { label, method: some[place]?.method ?? "", shape }));
        }
      }
      return results;
    },
  };
}
