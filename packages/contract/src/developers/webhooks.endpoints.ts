import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import {
  changeWebhookBody,
  createWebhookBody,
  replayEventBody,
  replayed,
  replaySinceBody,
  webhook,
  webhookAttemptPage,
  webhookEventPage,
  webhookEventQuery,
  webhookExampleBody,
  webhookPage,
  webhookTried,
  webhookTypeList,
  webhookWithSecret,
} from "./webhooks.schemas.ts";

const tag = "webhooks";
const access = "session";

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/webhooks",
  summary: "The customer's webhook endpoints, newest first",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: webhookPage },
});

/** The secret is in this response only. The endpoint gets nothing before it is verified. */
export const createWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks",
  summary: "Create a webhook endpoint; its secret is shown once",
  tag,
  access,
  keys: false,
  idempotencyKey: { ignored: "secret" },
  proof: true,
  body: createWebhookBody,
  success: { status: 201, body: webhookWithSecret },
  errors: ["too_many_webhooks", "webhook_url_refused", "withdrawals_on_hold"],
});

export const listWebhookTypes = endpoint({
  method: "GET",
  path: "/api/webhooks/types",
  summary: "Every type of event, with what it means and a sample",
  tag,
  access,
  success: { status: 200, body: webhookTypeList },
});

export const listWebhookEvents = endpoint({
  method: "GET",
  path: "/api/webhooks/events",
  summary: "The customer's events within 30 days, newest first",
  tag,
  access,
  query: webhookEventQuery,
  success: { status: 200, body: webhookEventPage },
});

export const getWebhook = endpoint({
  method: "GET",
  path: "/api/webhooks/:id",
  summary: "One webhook endpoint",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: webhook },
});

export const changeWebhook = endpoint({
  method: "PUT",
  path: "/api/webhooks/:id",
  summary: "Change an endpoint's name, and which events it gets from now on",
  tag,
  access,
  keys: false,
  params: idParams,
  body: changeWebhookBody,
  success: { status: 200, body: webhook },
});

/** Deleting a deleted endpoint is answered as for one that never existed. */
export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "/api/webhooks/:id",
  summary: "Delete an endpoint, which gets nothing from now on",
  tag,
  access,
  keys: false,
  params: idParams,
  success: { status: 204, body: null },
});

/** The endpoint must respond with the challenge, alone or as `challenge` in a JSON object. */
export const verifyWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/verify",
  summary: "Send a challenge; the endpoint becomes active if it responds with it",
  tag,
  access,
  keys: false,
  params: idParams,
  success: { status: 200, body: webhookTried },
  errors: ["withdrawals_on_hold"],
});

/** Events that happen while the endpoint is paused wait, up to 30 days. */
export const pauseWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/pause",
  summary: "Pause an active endpoint; its events wait",
  tag,
  access,
  keys: false,
  params: idParams,
  success: { status: 200, body: webhook },
  errors: ["webhook_not_active"],
});

export const resumeWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/resume",
  summary: "Resume a paused endpoint; the events that waited are sent",
  tag,
  access,
  keys: false,
  params: idParams,
  success: { status: 200, body: webhook },
  errors: ["webhook_not_active"],
});

export const rotateWebhookSecret = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/rotate",
  summary: "Give an endpoint a new secret, shown once; the old one signs for 24 hours more",
  tag,
  access,
  keys: false,
  idempotencyKey: { ignored: "secret" },
  proof: true,
  params: idParams,
  success: { status: 200, body: webhookWithSecret },
  errors: ["withdrawals_on_hold"],
});

export const listWebhookAttempts = endpoint({
  method: "GET",
  path: "/api/webhooks/:id/attempts",
  summary: "Every attempt to send to an endpoint within 30 days, newest first",
  tag,
  access,
  params: idParams,
  query: listQuery,
  success: { status: 200, body: webhookAttemptPage },
});

export const replayWebhookEvent = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/replay",
  summary: "Send one event to an endpoint again",
  tag,
  access,
  params: idParams,
  body: replayEventBody,
  success: { status: 200, body: webhook },
  errors: ["webhook_not_active"],
});

/** Sends the events that the endpoint's filter lets through, the oldest first. */
export const replayWebhookSince = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/replay-since",
  summary: "Send all events to an endpoint again, from a time or a sequence",
  tag,
  access,
  params: idParams,
  body: replaySinceBody,
  success: { status: 200, body: replayed },
  errors: ["webhook_not_active"],
});

/** The example's id is new with each call, and its object does not exist. */
export const sendWebhookExample = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/example",
  summary: "Send an example of a type of event, once",
  tag,
  access,
  params: idParams,
  body: webhookExampleBody,
  success: { status: 200, body: webhookTried },
  errors: ["webhook_not_active"],
});

export const webhooksEndpoints = {
  listWebhooks,
  createWebhook,
  listWebhookTypes,
  listWebhookEvents,
  getWebhook,
  changeWebhook,
  verifyWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  listWebhookAttempts,
  replayWebhookEvent,
  replayWebhookSince,
  sendWebhookExample,
  deleteWebhook,
} as const;
