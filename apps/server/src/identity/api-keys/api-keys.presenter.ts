import type { ApiKey, ApiKeyCall } from "@tessera/contract/identity/api-keys.schemas";
import { formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { OwnKey } from "./api-keys.repository.ts";
import type { ApiKeyCallRow } from "./api-keys.tables.ts";
import { scopesOf } from "./key-scopes.policy.ts";

function statusOf({ revoked_at: revokedAt, expires_at: expiresAt }: OwnKey, now: Date) {
  if (revokedAt !== null) {
    return "revoked";
  }
  return expiresAt <= now ? "expired" : "active";
}

/** Presents a key to its owner. */
export function presentKey(key: OwnKey, now: Date): ApiKey {
  const status = statusOf(key, now);
  const { former_until: formerUntil } = key;
  const isFormerUsed = status === "active" && formerUntil !== null && formerUntil > now;
  return {
    id: wireId("key", key.id),
    name: key.name,
    mode: key.mode,
    hint: key.hint,
    status,
    scopes: scopesOf(key.scopes),
    ceilings: key.ceilings.map(({ currency, per_call_minor, per_day_minor }) => ({
      currency,
      perCall: formatAmount(per_call_minor, currency),
      perDay: formatAmount(per_day_minor, currency),
    })),
    addresses: [...key.addresses],
    callsPerMinute: key.calls_per_minute,
    createdAt: key.created_at.toISOString(),
    expiresAt: key.expires_at.toISOString(),
    formerUntil: isFormerUsed ? formerUntil.toISOString() : null,
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    lastUsedNetwork: key.last_used_network,
    revokedAt: key.revoked_at?.toISOString() ?? null,
    revokedBecause: key.revoked_because,
  };
}

/** Presents a call that a key made. */
export function presentCall(call: ApiKeyCallRow): ApiKeyCall {
  return {
    id: wireId("kcl", call.id),
    at: call.at.toISOString(),
    method: call.method,
    route: call.route,
    status: call.status,
    code: call.code,
    address: call.address,
    durationMs: call.duration_ms,
    requestId: call.request_id,
  };
}
