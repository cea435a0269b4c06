import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import {
  eventStreams,
  type Liveness,
  STREAM_HEADERS,
  streamEvents,
} from "../../platform/events/event-stream.ts";
import {
  type Authenticator,
  requireSession,
  type Session,
  type SessionUse,
} from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { createAuthenticator, watchEndedSessions } from "../sessions/index.ts";

/**
 * Registers `GET /api/events`, which streams events that concern the caller as server-sent events.
 */
export function registerEventRoutes(app: FastifyInstance, context: AppContext): void {
  const authenticator = createAuthenticator(context);
  // Fastify's automatic HEAD route would open a stream and wait for it to end.
  app.head("/api/events", async (request, reply) => {
    await requireHearer(authenticator, request);
    return reply.headers(STREAM_HEADERS).send();
  });
  app.get("/api/events", { exposeHeadRoute: false }, async (request, reply) => {
    const session = await requireHearer(authenticator, request);
    const { userId, member } = session;
    const ends = [userId, session.customerId, ...(member === undefined ? [] : [member.parentId])];
    const liveness: Liveness = {
      isAlive: async () => {
        const now = await requireHearer(authenticator, request, "verify").catch(() => undefined);
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

/**
 * Returns the caller's session, like for a call of the company's.
 *
 * @throws Refusal `unauthenticated`; `second_factor_required` if the person acts for a company in a
 * role that requires a factor that they removed
 */
async function requireHearer(
  authenticator: Authenticator,
  request: FastifyRequest,
  use?: SessionUse,
): Promise<Session> {
  const session = await requireSession(authenticator, request, use);
  if (session.member !== undefined && session.lacksSecondFactor) {
    throw new Refusal("second_factor_required");
  }
  return session;
}
