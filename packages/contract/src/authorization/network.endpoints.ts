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
  summary: "Messages of the card network without an authorisation, newest first",
  tag,
  access,
  roles: readers,
  query: listUnmatchedQuery,
  success: { status: 200, body: unmatchedMessages },
});

export const getUnmatched = endpoint({
  method: "GET",
  path: "/api/admin/network/unmatched/:id",
  summary: "One of them, with the authorisations that it may be about",
  tag,
  access,
  roles: readers,
  params: idParams,
  success: { status: 200, body: unmatchedDetail },
});

export const matchUnmatched = endpoint({
  method: "POST",
  path: "/api/admin/network/unmatched/:id/match",
  summary: "Apply a message to an authorisation of the same card; money moves as it says",
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
  summary: "Put a message aside for good, with a reason; no money moves",
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
