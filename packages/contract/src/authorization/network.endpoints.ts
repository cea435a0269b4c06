import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  dismissBody,
  listUnmatchedQuery,
  matchBody,
  unmatchedDetail,
  unmatchedMessages,
} from "./network.schemas.ts";

const tag = "network";
const access = "operator";
const readers = ["reviewer", "administrator", "auditor"] as const;
const writers = ["reviewer", "administrator"] as const;

export const listUnmatched = endpoint({
  method: "GET",
  path: "/api/admin/network/unmatched",
  summary: "Card network messages without an authorization, newest first",
  tag,
  access,
  cells: "all",
  roles: readers,
  query: listUnmatchedQuery,
  success: { status: 200, body: unmatchedMessages },
});

export const getUnmatched = endpoint({
  method: "GET",
  path: "/api/admin/network/unmatched/:id",
  summary: "One message, with the authorizations that it may belong to",
  tag,
  access,
  roles: readers,
  params: idParams,
  success: { status: 200, body: unmatchedDetail },
});

export const matchUnmatched = endpoint({
  method: "POST",
  path: "/api/admin/network/unmatched/:id/match",
  summary: "Match a message to an authorization of the same card; money moves accordingly",
  tag,
  access,
  roles: writers,
  params: idParams,
  body: matchBody,
  success: { status: 200, body: unmatchedDetail },
  errors: ["unmatched_settled", "not_a_match", "programme_changed", "authorization_closed"],
});

export const dismissUnmatched = endpoint({
  method: "POST",
  path: "/api/admin/network/unmatched/:id/dismiss",
  summary: "Dismiss a message permanently, with a reason; no money moves",
  tag,
  access,
  roles: writers,
  params: idParams,
  body: dismissBody,
  success: { status: 200, body: unmatchedDetail },
  errors: ["unmatched_settled"],
});

export const networkEndpoints = {
  listUnmatched,
  getUnmatched,
  matchUnmatched,
  dismissUnmatched,
} as const;
