import { endpoint } from "../endpoint.ts";
import { listQuery, page } from "../fields.ts";
import {
  acceptTextsBody,
  feeSchedule,
  legalAcceptance,
  legalVersion,
  outstandingTexts,
} from "./legal.schemas.ts";

const tag = "legal";

export const getFeeSchedule = endpoint({
  method: "GET",
  path: "/api/fee-schedule",
  summary: "The fees in force",
  tag,
  access: "public",
  success: { status: 200, body: feeSchedule },
});

export const listLegalVersions = endpoint({
  method: "GET",
  path: "/api/legal/versions",
  summary: "Every version of the legal texts, by text, newest first",
  tag,
  access: "public",
  query: listQuery,
  success: { status: 200, body: page(legalVersion) },
});

export const getOutstandingTexts = endpoint({
  method: "GET",
  path: "/api/legal/outstanding",
  summary: "The versions in force that the customer has not accepted",
  tag,
  access: "session",
  success: { status: 200, body: outstandingTexts },
});

export const listAcceptances = endpoint({
  method: "GET",
  path: "/api/legal/acceptances",
  summary: "The versions that the customer accepted, the latest first",
  tag,
  access: "session",
  member: "own",
  query: listQuery,
  success: { status: 200, body: page(legalAcceptance) },
});

/** A version is accepted only once. Accepting it again succeeds but has no effect. */
export const acceptTexts = endpoint({
  method: "POST",
  path: "/api/legal/acceptances",
  summary: "Accept versions that are in force; all of them or none",
  tag,
  access: "session",
  body: acceptTextsBody,
  success: { status: 200, body: outstandingTexts },
  errors: ["legal_version_not_in_force"],
});

export const legalEndpoints = {
  getFeeSchedule,
  listLegalVersions,
  getOutstandingTexts,
  listAcceptances,
  acceptTexts,
} as const;
