import { endpoint } from "../endpoint.ts";
import { alertsSeenBody, insight, insightQuery } from "./risk-insight.schemas.ts";

const tag = "risk";
const access = "session";

export const getInsight = endpoint({
  method: "GET",
  path: "/api/risk/insight",
  summary: "The risk score with its factors, alerts, and suggestions to raise it",
  tag,
  access,
  query: insightQuery,
  success: { status: 200, body: insight },
});

/** Has no effect if a later time has already been recorded. */
export const markAlertsSeen = endpoint({
  method: "POST",
  path: "/api/risk/insight/seen",
  summary: "Record that the customer has seen the alerts up to a time",
  tag,
  access,
  member: "read",
  body: alertsSeenBody,
  success: { status: 204, body: null },
});

export const insightEndpoints = { getInsight, markAlertsSeen } as const;
