import type { ZodMiniType } from "zod/mini";
import type { ErrorCode } from "./errors/catalog.ts";
import type { FileKind } from "./files.ts";
import type { Role } from "./identity/accounts.schemas.ts";

/**
 * Who may make a call.
 *
 * - `public`: anybody
 * - `optional`: anybody; a live bearer token tells who, and a dead one is as good as none
 * - `session`: a signed-in customer with a live bearer token, or whom `roles` lists
 * - `operator`: a signed-in operator of the listed `roles` (answers 403 `forbidden` to others)
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
  /** Who of the signed-in may call it; for `operator` it must be said. */
  readonly roles?: readonly Role[];
  /**
   * How the call treats an `Idempotency-Key`: `required` refuses a call without one, `welcome`
   * accepts one, and a reason ignores it. Absent: see {@link keyUseOf}.
   * Where it is a word, the operation itself has its effect once under the key, also after a crash.
   */
  readonly idempotencyKey?: "required" | "welcome" | KeyIgnored;
  /**
   * Whether a fresh `X-Proof` is required. A `bound` one is good for what its owner was shown and
   * nothing else, and is used up by the use case. So is a `once` one, which may also have been
   * given for nothing in particular: its first use binds it.
   */
  readonly proof?: boolean | "bound" | "once";
  readonly params?: ZodMiniType;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  /** What files the body may be, where it is the bytes of one in place of JSON. */
  readonly file?: readonly FileKind[];
  /** The success status and its body; `null` for an answer without one. */
  readonly success: { readonly status: 200 | 201 | 204; readonly body: ZodMiniType | null };
  /** Refusals of this call's own, beside those that every call of its access can give. */
  readonly errors?: readonly ErrorCode[];
}

/** Why a write with a session ignores an `Idempotency-Key`: its response is never stored. */
export interface KeyIgnored {
  readonly ignored: "secret" | "sealed" | "read" | "file" | "logout";
}

/**
 * Returns what an `Idempotency-Key` means to a call. With `required` and `welcome`, a repeat under
 * the same key answers as the first request did, and another body is refused with 422. A key
 * belongs to the signed-in person, so calls without a session ignore it, as reads do.
 */
export function keyUseOf({
  idempotencyKey,
  method,
  access,
}: Pick<Endpoint, "idempotencyKey" | "method" | "access">): "required" | "welcome" | "ignored" {
  if (typeof idempotencyKey === "string") {
    return idempotencyKey;
  }
  const isWrite = method !== "GET" && (access === "session" || access === "operator");
  return isWrite && idempotencyKey === undefined ? "welcome" : "ignored";
}

/** All roles, for what everybody who is signed in may do. */
export const EVERYBODY: readonly Role[] = [
  "customer",
  "support",
  "reviewer",
  "administrator",
  "auditor",
];

/** Who of the signed-in may make a call; nobody where an operators' call does not say. */
export function rolesOf({ access, roles }: Pick<Endpoint, "access" | "roles">): readonly Role[] {
  return roles ?? (access === "session" ? ["customer"] : []);
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
