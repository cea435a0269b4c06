import { endpoint } from "../endpoint.ts";
import { alertsSeenBody, insight, insightQuery } from "./risk-insight.schemas.ts";

const tag = "risk";
const access = "session";

export const getInsight = endpoint({
  method: "GET",
  path: "/api/risk/insight",
  summary:
    "A score that is the sum of its factors, what it is from, alerts, and what would raise it",
  tag,
  access,
  query: insightQuery,
  success: { status: 200, body: insight },
});

/** Changes nothing where a later time was said before. */
export const markAlertsSeen = endpoint({
  method: "POST",
  path: "/api/risk/insight/seen",
  summary: "Note that the customer has looked at the alerts up to a time",
  tag,
  access,
  body: alertsSeenBody,
  success: { status: 204, body: null },
});

export const insightEndpoints = { getInsight, markAlertsSeen } as const;
