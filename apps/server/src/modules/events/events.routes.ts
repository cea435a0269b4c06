import type { FastifyInstance } from "fastify";
import { type Authenticator, requireSession } from "../../platform/authentication.ts";
import type { AppContext } from "../../platform/context.ts";
import { type EventStreams, streamEvents } from "../../platform/event-stream.ts";

interface EventRouteOptions {
  readonly streams: EventStreams;
  readonly authenticator: Authenticator;
}

/** `GET /api/events`: what changes for the signed-in customer, as server-sent events. */
export function registerEventRoutes(
  app: FastifyInstance,
  context: AppContext,
  { streams, authenticator }: EventRouteOptions,
): void {
  app.get("/api/events", async (request, reply) => {
    const session = await requireSession(authenticator, request);
    const isAlive = async () => {
      const now = await requireSession(authenticator, request).catch(() => undefined);
      return now?.sessionId === session.sessionId;
    };
    await streamEvents(context, streams, session.customerId, isAlive, request, reply);
    return reply;
  });
}
