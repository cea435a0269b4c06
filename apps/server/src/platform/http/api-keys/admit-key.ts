import type { Endpoint } from "@tessera/contract/endpoint";
import { includesScope, scopeNeededBy } from "@tessera/contract/identity/key-scopes";
import type { FastifyRequest } from "fastify";
import { isLikeKey } from "../../crypto/api-key-text.ts";
import type { RateLimits } from "../../rate-limit/rate-limit-counter.ts";
import type { Session } from "../authentication.ts";
import { Refusal } from "../refusal.ts";
import type { KeyUse } from "./key-use.ts";

/** A caller with an API key: the person who created it, and the key. */
export interface KeySession extends Session {
  readonly key: KeyUse;
}

/** Authenticates callers with API keys. The identity module implements this interface. */
export interface ApiKeys {
  /** Finds the key with a text, if it is in use. */
  session(text: string): Promise<KeySession | undefined>;
  /** Revokes a key that was sent in a URL, and notifies its owner. */
  revokeExposed(text: string, requestId: string): Promise<void>;
}

const BEARER = /^bearer ([A-Za-z0-9_-]{1,128})$/i;
const MINUTE_SECONDS = 60;

/** Returns the text of a request's API key, or undefined if it has another token or none. */
export function keyTextOf({ headers }: Pick<FastifyRequest, "headers">): string | undefined {
  const token = BEARER.exec(headers.authorization ?? "")?.[1];
  return token !== undefined && isLikeKey(token) ? token : undefined;
}

/**
 * Admits a call that is made with an API key. A key that is unknown, revoked, expired or of another
 * mode gets the same response.
 *
 * @throws Refusal `unauthenticated`, `api_key_address_refused`, `rate_limited`,
 * `api_key_not_accepted`, `api_key_scope_missing`, `approval_required`
 */
export async function admitKey(
  { apiKeys, rateLimits }: { readonly apiKeys: ApiKeys; readonly rateLimits: RateLimits },
  endpoint: Endpoint,
  request: FastifyRequest,
  text: string,
): Promise<KeySession> {
  const session = await apiKeys.session(text);
  if (session === undefined) {
    throw new Refusal("unauthenticated");
  }
  // Set before any refusal, so that the log of the key's calls has the refused ones.
  request.session = session;
  const { key } = session;
  if (!key.isAllowedFrom(request.ip)) {
    throw new Refusal("api_key_address_refused");
  }
  const { id, callsPerMinute: max } = key;
  await rateLimits.take([{ bucket: "api-key", max, windowSeconds: MINUTE_SECONDS, key: id }]);
  const needed = scopeNeededBy(endpoint);
  if (needed === undefined) {
    throw new Refusal("api_key_not_accepted");
  }
  if (!includesScope(key.scopes, needed)) {
    throw new Refusal("api_key_scope_missing");
  }
  if (endpoint.proof !== undefined && endpoint.proof !== false) {
    // A step-up token proves that a person is there. Software cannot give one.
    throw new Refusal("approval_required");
  }
  return session;
}
