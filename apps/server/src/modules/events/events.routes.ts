import type { FastifyInstance } from "fastify";
import { type Authenticator, requireSession } from "../../platform/authentication.ts";
import type { AppContext } from "../../platform/context.ts";
import { type EventStreams, streamEvents } from "../../platform/event-stream.ts";

interface EventRouteOptions {
  readonly streams: EventStreams;
  readonly authenticator: Authenticator;
}

/** `GET /api/events`: what changes for whoever is signed in, as server-sent events. */
export function registerEventRoutes(
  app: FastifyInstance,
  context: AppContext,
  { streams, authenticator }: EventRouteOptions,
): void {
  app.get("/api/events", async (request, reply) => {
    const session = await requireSession(authenticator, request);
    const isAlive = async () => {
      // A screen that is only left open is nobody at it.
      const now = await requireSession(authenticator, request, "look").catch(() => undefined);
      return now?.sessionId === session.sessionId;
    };
    const { customerId, role, lacksSecondFactor } = session;
    // What operators are told is for those who have a second factor, as their calls are.
    const hearer = { customerId, ...(!lacksSecondFactor && { role }) };
    await streamEvents(context, streams, hearer, isAlive, request, reply);
    return reply;
  });
}
