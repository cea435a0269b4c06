import type { ZodMiniType } from "zod/mini";
import type { ErrorCode } from "./errors/catalog.ts";
import type { FileKind, STATEMENT_TYPES } from "./files.ts";
import type { Role } from "./identity/accounts.schemas.ts";
import type { MemberNeed } from "./identity/member-permissions.ts";

/**
 * Who may make a call.
 *
 * - `public`: anyone
 * - `optional`: anyone; a valid bearer token identifies the caller, and an invalid token is ignored
 * - `session`: a customer signed in with a valid bearer token, or the listed `roles`
 * - `operator`: a signed-in operator with one of the listed `roles` (403 `forbidden` for others)
 * - `sandbox`: anyone, but only in sandbox mode (404 otherwise)
 */
export type Access = "public" | "optional" | "session" | "operator" | "sandbox";

/**
 * One call in the wire contract. Validation, types, OpenAPI and the client are all derived from it.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path in Fastify's syntax: `/api/cards/:id/quote`. */
  readonly path: string;
  readonly summary: string;
  /** The feature that the call belongs to. The reference page groups calls by it. */
  readonly tag: string;
  readonly access: Access;
  /** Roles that may make the call; required for `operator`. */
  readonly roles?: readonly Role[];
  /**
   * How the call treats an `Idempotency-Key`: `required` rejects a request without a key, `welcome`
   * accepts a key, and a reason means that keys are ignored. For the default, see {@link keyUseOf}.
   * With `required` or `welcome`, the operation itself takes effect exactly once per key, even
   * after a crash.
   */
  readonly idempotencyKey?: "required" | "welcome" | KeyIgnored;
  /**
   * Whether a fresh step-up token (`X-Proof`) is required. A `bound` token is valid only for what
   * its owner was shown, and is consumed by the operation. The same applies to a `once` token,
   * except that it may have been issued without a subject, in which case its first use binds it.
   */
  readonly proof?: boolean | "bound" | "once";
  /**
   * `false` if API keys cannot make the call even though its tag has scopes: it concerns a secret,
   * a person, or money that a key's ceilings do not count.
   */
  readonly keys?: false;
  /**
   * What the call needs of a person who acts for a company, if that differs from the other calls of
   * its tag.
   */
  readonly member?: MemberNeed;
  /**
   * Which cells answer an operator's call, in a program with several. By default, it is the cell
   * that `X-Tessera-Cell` names, or the operator's own. `all`: without that header, all of them.
   * `own`: always the operator's own; `program`: always the first, whose settings the others copy.
   * With these two, another one is rejected.
   */
  readonly cells?: "all" | "own" | "program";
  readonly params?: ZodMiniType;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  /** The types of file accepted, if the body is a file's bytes rather than JSON. */
  readonly file?: readonly (FileKind | (typeof STATEMENT_TYPES)[number])[];
  /** The most bytes that a file may have; `MAX_FILE_BYTES` by default. */
  readonly maxFileBytes?: number;
  /** The success status and its body; `null` for a response without a body. */
  readonly success: { readonly status: 200 | 201 | 204; readonly body: ZodMiniType | null };
  /**
   * Errors that this call can return, in addition to those common to all calls with the same
   * access.
   */
  readonly errors?: readonly ErrorCode[];
}

/** Why an authenticated write ignores an `Idempotency-Key`: its response is never stored. */
export interface KeyIgnored {
  readonly ignored: "secret" | "sealed" | "read" | "file" | "logout";
}

/**
 * Returns how a call treats an `Idempotency-Key`. With `required` and `welcome`, a retry with the
 * same key gets the first response, and a different body is rejected with 422. A key belongs to the
 * signed-in person, so calls without a session ignore keys, as do reads.
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

/** All roles, for calls that every signed-in person may make. */
export const EVERYBODY: readonly Role[] = [
  "customer",
  "support",
  "reviewer",
  "administrator",
  "auditor",
];

/** Returns the roles that may make a call; empty if an operator call lists no roles. */
export function rolesOf({ access, roles }: Pick<Endpoint, "access" | "roles">): readonly Role[] {
  return roles ?? (access === "session" ? ["customer"] : []);
}

/** Declares a call, preserving its literal types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** Returns the path with its parameters filled in and encoded. */
export function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) {
      throw new TypeError(`The path ${path} needs the parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
}
