import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import {
  eventStreams,
  type Liveness,
  STREAM_HEADERS,
  streamEvents,
} from "../../platform/events/event-stream.ts";
import { requireSession } from "../../platform/http/authentication.ts";
import { createAuthenticator, watchEndedSessions } from "../sessions/index.ts";

/**
 * Registers `GET /api/events`, which streams events that concern the caller as server-sent events.
 */
export function registerEventRoutes(app: FastifyInstance, context: AppContext): void {
  const authenticator = createAuthenticator(context);
  // Fastify's automatic HEAD route would open a stream and wait for it to end.
  app.head("/api/events", async (request, reply) => {
    await requireSession(authenticator, request);
    return reply.headers(STREAM_HEADERS).send();
  });
  app.get("/api/events", { exposeHeadRoute: false }, async (request, reply) => {
    const session = await requireSession(authenticator, request);
    const { userId, member } = session;
    const ends = [userId, session.customerId, ...(member === undefined ? [] : [member.parentId])];
    const liveness: Liveness = {
      isAlive: async () => {
        const now = await requireSession(authenticator, request, "verify").catch(() => undefined);
        return now?.sessionId === session.sessionId;
      },
      watch: ({ onEnd, onDoubt }) =>
        watchEndedSessions(context, (id) => {
          if (id === session.sessionId) {
            onEnd();
          } else if (id === undefined || ends.includes(id)) {
            onDoubt();
          }
        }),
    };
    const { customerId, role, lacksSecondFactor } = session;
    // Role events require a second factor, just like the operators' calls.
    const hearer = { customerId, ...(!lacksSecondFactor && { role }) };
    await streamEvents(context, context.use(eventStreams), hearer, liveness, request, reply);
    return reply;
  });
}
