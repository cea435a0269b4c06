import { apiKeysEndpoints } from "@tessera/contract/identity/api-keys.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { presentCall, presentKey } from "./api-keys.presenter.ts";
import { registerCallLog } from "./call-log.routes.ts";
import { createKey } from "./create-key.ts";
import { listCalls, listKeys, readKey } from "./read-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { rotateKey } from "./rotate-key.ts";

const HOUR = 3_600;
const CHANGES = { bucket: "api-keys", max: 60, windowSeconds: HOUR, by: "customer" } as const;

/** Registers the calls with which people manage their API keys. No key can make them. */
export function registerApiKeysRoutes(app: FastifyInstance, context: AppContext): void {
  const on = apiKeysEndpoints;
  const { clock } = context;
  registerCallLog(app, context);
  route(app, context, on.listApiKeys, async ({ session, query }) => {
    const { rows, nextCursor } = await listKeys(context, session.customerId, query);
    const now = clock.now();
    return { data: rows.map((key) => presentKey(key, now)), nextCursor };
  });
  route(app, context, on.getApiKey, async ({ session, params }) => {
    const named = { customerId: session.customerId, id: parseId("key", params.id) };
    return presentKey(await readKey(context, named), clock.now());
  });
  route(app, context, on.listApiKeyCalls, async ({ session, params, query }) => {
    const named = { customerId: session.customerId, id: parseId("key", params.id) };
    const { rows, nextCursor } = await listCalls(context, named, query);
    return { data: rows.map(presentCall), nextCursor };
  });
  registerChanges(app, context);
}

function registerChanges(app: FastifyInstance, context: AppContext): void {
  const on = apiKeysEndpoints;
  const { clock } = context;
  const options = { limits: [CHANGES] };
  route(
    app,
    context,
    on.createApiKey,
    async ({ session, body, requestId }) => {
      const { key, text } = await createKey(context, { session, body, requestId });
      return { key: presentKey(key, clock.now()), secret: text };
    },
    options,
  );
  route(
    app,
    context,
    on.rotateApiKey,
    async ({ session, params, body, requestId }) => {
      const id = parseId("key", params.id);
      const { overlapMinutes } = body;
      const { key, text } = await rotateKey(context, { session, id, overlapMinutes, requestId });
      return { key: presentKey(key, clock.now()), secret: text };
    },
    options,
  );
  route(
    app,
    context,
    on.revokeApiKey,
    async ({ session, params, requestId }) => {
      const id = parseId("key", params.id);
      return presentKey(await revokeKey(context, { session, id, requestId }), clock.now());
    },
    options,
  );
}
