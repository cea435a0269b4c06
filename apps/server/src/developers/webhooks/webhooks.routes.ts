import { webhooksEndpoints } from "@tessera/contract/developers/webhooks.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { changeEndpoint, pauseOrResume, removeEndpoint } from "./change-endpoint.ts";
import { createEndpoint, rotateSecret } from "./create-endpoint.ts";
import { presentEvent } from "./message.ts";
import { listAttempts, listEndpoints, listEvents, readEndpoint } from "./read-webhooks.ts";
import { replayEvent, replaySince } from "./replay-events.ts";
import { sendExample, type Tried, verifyEndpoint } from "./try-endpoint.ts";
import { presentAttempt, presentEndpoint, presentTypes } from "./webhooks.presenter.ts";

const HOUR = 3_600;
const CHANGES = { bucket: "webhooks", max: 120, windowSeconds: HOUR, by: "customer" } as const;
/** Requests to servers that a customer names. */
const TRIES = {
  bucket: "webhook-tries",
  max: 60,
  windowSeconds: HOUR,
  burst: { max: 10, windowSeconds: 60 },
  by: "customer",
} as const;

/** Says who does something with which endpoint. */
function inputOf(call: {
  readonly session: Session;
  readonly params: { readonly id: string };
  readonly requestId: string;
}) {
  const { session, params, requestId } = call;
  return { session, id: parseId("whk", params.id), requestId };
}

/** Registers the calls with which customers manage their webhooks. */
export function registerWebhooksRoutes(app: FastifyInstance, context: AppContext): void {
  const on = webhooksEndpoints;
  const { clock } = context;
  route(app, context, on.listWebhooks, async ({ session, query }) => {
    const { rows, nextCursor } = await listEndpoints(context, session.customerId, query);
    const now = clock.now();
    return { data: rows.map((endpoint) => presentEndpoint(endpoint, now)), nextCursor };
  });
  route(app, context, on.listWebhookTypes, async ({ session }) => ({
    types: presentTypes(session.customerId, clock.now()),
  }));
  route(app, context, on.listWebhookEvents, async ({ session, query }) => {
    const { rows, nextCursor } = await listEvents(context, session.customerId, query);
    return { data: rows.map(presentEvent), nextCursor };
  });
  route(app, context, on.getWebhook, async ({ session, params }) => {
    const named = { customerId: session.customerId, id: parseId("whk", params.id) };
    return presentEndpoint(await readEndpoint(context, named), clock.now());
  });
  route(app, context, on.listWebhookAttempts, async ({ session, params, query }) => {
    const named = { customerId: session.customerId, id: parseId("whk", params.id) };
    const { rows, nextCursor } = await listAttempts(context, named, query);
    return { data: rows.map(presentAttempt), nextCursor };
  });
  registerChanges(app, context);
  registerSending(app, context);
}

function registerChanges(app: FastifyInstance, context: AppContext): void {
  const on = webhooksEndpoints;
  const { clock } = context;
  const limits = { limits: [CHANGES] };
  route(
    app,
    context,
    on.createWebhook,
    async ({ session, body, requestId }) => {
      const { endpoint, secret } = await createEndpoint(context, { session, body, requestId });
      return { webhook: presentEndpoint(endpoint, clock.now()), secret };
    },
    limits,
  );
  route(
    app,
    context,
    on.rotateWebhookSecret,
    async (call) => {
      const { endpoint, secret } = await rotateSecret(context, inputOf(call));
      return { webhook: presentEndpoint(endpoint, clock.now()), secret };
    },
    limits,
  );
  route(
    app,
    context,
    on.changeWebhook,
    async (call) => {
      const changed = await changeEndpoint(context, { ...inputOf(call), body: call.body });
      return presentEndpoint(changed, clock.now());
    },
    limits,
  );
  for (const [endpoint, to] of [
    [on.pauseWebhook, "paused"],
    [on.resumeWebhook, "active"],
  ] as const) {
    route(
      app,
      context,
      endpoint,
      async (call) =>
        presentEndpoint(await pauseOrResume(context, { ...inputOf(call), to }), clock.now()),
      limits,
    );
  }
}

function registerSending(app: FastifyInstance, context: AppContext): void {
  const on = webhooksEndpoints;
  const { clock } = context;
  const presentTried = ({ endpoint, attempt }: Tried) => ({
    webhook: presentEndpoint(endpoint, clock.now()),
    attempt: presentAttempt(attempt),
  });
  route(
    app,
    context,
    on.verifyWebhook,
    async (call) => presentTried(await verifyEndpoint(context, inputOf(call))),
    { limits: [TRIES] },
  );
  route(
    app,
    context,
    on.sendWebhookExample,
    async (call) =>
      presentTried(await sendExample(context, { ...inputOf(call), type: call.body.type })),
    { limits: [TRIES] },
  );
  route(
    app,
    context,
    on.replayWebhookEvent,
    async (call) => {
      const { sequence } = call.body;
      const endpoint = await replayEvent(context, { ...inputOf(call), sequence });
      return presentEndpoint(endpoint, clock.now());
    },
    { limits: [CHANGES] },
  );
  route(
    app,
    context,
    on.replayWebhookSince,
    async (call) => {
      const { since, fromSequence } = call.body;
      const from = since === undefined ? undefined : new Date(since);
      return replaySince(context, { ...inputOf(call), since: from, fromSequence });
    },
    { limits: [CHANGES] },
  );
  route(
    app,
    context,
    on.deleteWebhook,
    async (call) => {
      await removeEndpoint(context, inputOf(call));
      return undefined;
    },
    { limits: [CHANGES] },
  );
}
