import * as z from "zod/mini";

const MAX_METHOD = 100;
const MAX_ID = 200;

const id = z.union([z.string().check(z.maxLength(MAX_ID)), z.int()]);

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.optional(id),
  method: z.string().check(z.maxLength(MAX_METHOD)),
  params: z.optional(z.record(z.string(), z.unknown())),
});

/** A request or, without an id, a notification. */
export type RpcRequest = z.infer<typeof request>;
export type RpcId = z.infer<typeof id>;

/** Codes of JSON-RPC 2.0, section 5.1. */
export const RPC_CODES = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
} as const;

/** A request that cannot be carried out, with a code of {@link RPC_CODES}. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a message is: a request, something that needs no answer, or neither. */
export function readMessage(body: unknown): RpcRequest | "no_answer" | undefined {
  const { success, data } = request.safeParse(body);
  if (success) {
    return data;
  }
  // Tessera asks clients nothing, so an answer of theirs is ignored.
  const isAnswer =
    typeof body === "object" &&
    body !== null &&
    "id" in body &&
    ("result" in body || "error" in body);
  return isAnswer ? "no_answer" : undefined;
}

export function rpcResult(rpcId: RpcId, result: object): object {
  return { jsonrpc: "2.0", id: rpcId, result };
}

export function rpcError(rpcId: RpcId | null, { code, message }: RpcError): object {
  return { jsonrpc: "2.0", id: rpcId, error: { code, message } };
}
