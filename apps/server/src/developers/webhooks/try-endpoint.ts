import { randomBytes } from "node:crypto";
import { WEBHOOK_TYPE_FACTS, type WebhookType } from "@tessera/contract/developers/webhook-types";
import { isOnSecurityHold, requireNoSecurityHold } from "../../identity/security-hold/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { insertAttempt } from "./attempts.repository.ts";
import { type EndpointInput, requireEndpoint } from "./change-endpoint.ts";
import { type OwnEndpoint, setStatus } from "./endpoints.repository.ts";
import { presentExample } from "./message.ts";
import { endpointOf, readEndpoint } from "./read-webhooks.ts";
import { recordEndpoint } from "./record-endpoint.ts";
import { findSecrets } from "./secrets.repository.ts";
import { openSecret, signatureHeaders } from "./secrets.ts";
import type { Answer } from "./send-request.ts";
import { webhookSender } from "./sender.ts";
import type { AttemptRow } from "./webhooks.tables.ts";

const CHALLENGE_BYTES = 24;

/** An attempt on request, and the endpoint after it. */
export interface Tried {
  readonly endpoint: OwnEndpoint;
  readonly attempt: AttemptRow;
}

type Sent = Answer & Pick<AttemptRow, "at" | "duration_ms">;

async function sendOnce(
  context: AppContext,
  { endpoint, id, body }: { endpoint: OwnEndpoint; id: string; body: string },
): Promise<Sent> {
  const at = context.clock.now();
  const startMs = performance.now();
  const sealed = await findSecrets(context.db.kysely, endpoint.id, at);
  const secrets = sealed.map((one) => openSecret(context.keys, one));
  const atSeconds = Math.floor(Date.now() / 1_000);
  const headers = signatureHeaders(secrets, { id, atSeconds, body });
  const { signal } = new AbortController();
  const sender = context.use(webhookSender);
  const message = { url: endpoint.url, headers, body };
  const answer = await sender.send(message, { signal, wantsText: true });
  return { ...answer, at, duration_ms: Math.round(performance.now() - startMs) };
}

/** Returns whether a response contains the challenge, alone or as `challenge` in a JSON object. */
function echoes(text: string, challenge: string): boolean {
  if (text.trim() === challenge) {
    return true;
  }
  try {
    const body: unknown = JSON.parse(text);
    return (
      typeof body === "object" &&
      body !== null &&
      "challenge" in body &&
      body.challenge === challenge
    );
  } catch {
    return false;
  }
}

/**
 * Sends a challenge to an endpoint, which becomes active if it responds with it: the person who
 * runs the server agrees to get the events. A paused endpoint stays paused, and one whose status
 * changed in the meantime keeps that status. Nobody can verify an endpoint during a security hold,
 * because a stolen password would turn on what the owner's “not me” link has turned off.
 *
 * @throws Refusal `not_found`, `withdrawals_on_hold`
 */
export async function verifyEndpoint(context: AppContext, input: EndpointInput): Promise<Tried> {
  const { session, requestId } = input;
  const { customerId } = session;
  const endpoint = await readEndpoint(context, { customerId, id: input.id });
  if (await isOnSecurityHold(context.db.kysely, customerId)) {
    throw new Refusal("withdrawals_on_hold");
  }
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const body = JSON.stringify({ type: "webhook.challenge", challenge });
  const id = `challenge_${newId(context.clock.now())}`;
  const { outcome, status, text, at, duration_ms } = await sendOnce(context, {
    endpoint,
    id,
    body,
  });
  const isEchoed = outcome === "delivered" && echoes(text, challenge);
  return inTransaction(context.db, async (tx) => {
    // Again, because a “not me” link may have been used while the challenge was on its way.
    await requireNoSecurityHold(tx, customerId);
    const row = await requireEndpoint(tx, input);
    const attempt = await insertAttempt(tx, {
      ...{ id: newId(at), endpoint_id: row.id, kind: "challenge", type: null, at, duration_ms },
      outcome: outcome === "delivered" && !isEchoed ? "challenge_not_echoed" : outcome,
      status,
    });
    const isWaiting = row.status === "unverified" || row.status === "disabled";
    if (isEchoed && isWaiting && row.status === endpoint.status) {
      await setStatus(tx, row.id, "active");
      await recordEndpoint(context, tx, {
        ...{ session, requestId, endpointId: row.id, action: "webhook.verify" },
      });
    }
    return { endpoint: await endpointOf(tx, customerId, row.id), attempt };
  });
}

/**
 * Sends an example of a type of event, once. Its id is new, and its object does not exist.
 *
 * @throws Refusal `not_found`, `webhook_not_active`
 */
export async function sendExample(
  context: AppContext,
  { type, ...input }: EndpointInput & { readonly type: WebhookType },
): Promise<Tried> {
  const { customerId } = input.session;
  const endpoint = await readEndpoint(context, { customerId, id: input.id });
  if (endpoint.status !== "active" && endpoint.status !== "paused") {
    throw new Refusal("webhook_not_active");
  }
  const now = context.clock.now();
  const id = newId(now);
  const objectType = WEBHOOK_TYPE_FACTS[type].object;
  const example = presentExample({
    ...{ id, type, objectType, objectId: newId(now), customerId, at: now },
  });
  const body = JSON.stringify({ ...example, example: true });
  const sent = await sendOnce(context, { endpoint, id: wireId("evt", id), body });
  const { outcome, status, at, duration_ms } = sent;
  return inTransaction(context.db, async (tx) => {
    const row = await requireEndpoint(tx, input);
    const attempt = await insertAttempt(tx, {
      ...{ id: newId(at), endpoint_id: row.id, kind: "example", type, at, duration_ms },
      ...{ outcome, status },
    });
    return { endpoint: await endpointOf(tx, customerId, row.id), attempt };
  });
}
