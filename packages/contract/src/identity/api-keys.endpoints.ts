import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import {
  apiKey,
  apiKeyCallPage,
  apiKeyPage,
  apiKeyWithText,
  createKeyBody,
  rotateKeyBody,
} from "./api-keys.schemas.ts";

const tag = "api-keys";
const access = "session";

export const listApiKeys = endpoint({
  method: "GET",
  path: "/api/api-keys",
  summary: "The customer's API keys, newest first",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: apiKeyPage },
});

/** The text is in this response only: it is never stored, also not under an idempotency key. */
export const createApiKey = endpoint({
  method: "POST",
  path: "/api/api-keys",
  summary: "Create an API key; its text is shown once",
  tag,
  access,
  idempotencyKey: { ignored: "secret" },
  proof: true,
  body: createKeyBody,
  success: { status: 201, body: apiKeyWithText },
  errors: ["too_many_api_keys", "withdrawals_on_hold"],
});

const getApiKey = endpoint({
  method: "GET",
  path: "/api/api-keys/:id",
  summary: "One API key",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: apiKey },
});

/** The old text works until the stated time, so that callers can change over. */
export const rotateApiKey = endpoint({
  method: "POST",
  path: "/api/api-keys/:id/rotate",
  summary: "Give an API key a new text, shown once; the old one works up to a day longer",
  tag,
  access,
  idempotencyKey: { ignored: "secret" },
  proof: true,
  params: idParams,
  body: rotateKeyBody,
  success: { status: 200, body: apiKeyWithText },
  errors: ["api_key_over", "withdrawals_on_hold"],
});

/** Revoking a revoked key has no effect. */
export const revokeApiKey = endpoint({
  method: "POST",
  path: "/api/api-keys/:id/revoke",
  summary: "Revoke an API key, which stops working immediately",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: apiKey },
});

export const listApiKeyCalls = endpoint({
  method: "GET",
  path: "/api/api-keys/:id/calls",
  summary: "The calls that an API key made within 30 days, newest first",
  tag,
  access,
  params: idParams,
  query: listQuery,
  success: { status: 200, body: apiKeyCallPage },
});

export const apiKeysEndpoints = {
  listApiKeys,
  createApiKey,
  getApiKey,
  rotateApiKey,
  revokeApiKey,
  listApiKeyCalls,
} as const;
