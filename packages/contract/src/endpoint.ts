import type { ZodMiniType } from "zod/mini";
import type { ErrorCode } from "./errors/catalogue.ts";

/**
 * Who may make a call.
 *
 * - `public`: anybody
 * - `optional`: anybody; a live bearer token tells who, and a dead one is as good as none
 * - `session`: a signed-in customer or operator with a live bearer token
 * - `operator`: a signed-in operator (answers 403 `forbidden` to a customer)
 * - `sandbox`: anybody, and only where Tessera runs in sandbox mode (404 otherwise)
 */
export type Access = "public" | "optional" | "session" | "operator" | "sandbox";

/** One call of the wire contract, from which validation, types, OpenAPI and the client come. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Fastify's form of the path: `/api/cards/:id/quote`. */
  readonly path: string;
  readonly summary: string;
  /** The feature this call belongs to; groups the reference page. */
  readonly tag: string;
  readonly access: Access;
  /** Whether `Idempotency-Key` is required. */
  readonly idempotent?: boolean;
  /** Whether a fresh `X-Proof` is required. */
  readonly proof?: boolean;
  readonly params?: ZodMiniType;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  /** The success status and its body; `null` for an answer without one. */
  readonly success: { readonly status: 200 | 201 | 204; readonly body: ZodMiniType | null };
  /** Refusals of this call's own, beside those that every call of its access can give. */
  readonly errors?: readonly ErrorCode[];
}

/** Declares a call, keeping its literal types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** The path with its parameters filled in and encoded. */
export function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) {
      throw new TypeError(`The path ${path} needs the parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
}
