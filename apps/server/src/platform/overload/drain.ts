import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../http/refusal.ts";

const SWEEP_INTERVAL_MS = 50;
/**
 * Grace period, in milliseconds, for a connection that is silent or has sent only part of a
 * request.
 */
const SILENT_GRACE_MS = 1_000;
/**
 * Grace period, in milliseconds, for a request that is being processed or whose body is still
 * arriving.
 */
const ANSWER_GRACE_MS = 6_000;
/**
 * Number of seconds after which a client should retry, either on another server or on this one
 * after its restart.
 */
const RETRY_SECONDS = 5;

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Whether the server is about to stop. If so, it reports that it is not ready, but still
     * responds to requests.
     */
    leaving: { isAnnounced: boolean };
  }
}

/**
 * When the server shuts down, closes every connection within seconds: as soon as it is idle, after
 * a second if it has no complete request, and otherwise after a grace period for requests in
 * progress. Rejects new requests with `shutting_down`. After `leaving` is announced but before the
 * shutdown, closes each connection after its response, so that a proxy opens the next one to
 * another server. Register it before other hooks.
 */
export function registerDraining(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  const requestsUnderWay = new WeakMap<Socket, number>();
  let isDraining = false;
  const leaving = { isAnnounced: false };
  app.decorate("leaving", leaving);

  const count = (socket: Socket, change: number) =>
    requestsUnderWay.set(socket, (requestsUnderWay.get(socket) ?? 0) + change);
  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  app.addHook("onRequest", (request, reply, done) => {
    count(request.raw.socket, 1);
    if (isDraining) {
      reply.header("connection", "close");
      done(new Refusal("shutting_down", { retryAfterSeconds: RETRY_SECONDS }));
      return;
    }
    if (leaving.isAnnounced) {
      reply.header("connection", "close");
    }
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    count(request.raw.socket, -1);
    done();
  });
  app.addHook("preClose", async () => {
    isDraining = true;
    if (!app.server.listening) {
      return;
    }
    // Node treats a connection as idle only after its first request, so other connections are
    // closed here.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL_MS);
    const silent = setTimeout(() => {
      for (const socket of sockets) {
        if ((requestsUnderWay.get(socket) ?? 0) === 0) {
          socket.destroy();
        }
      }
    }, SILENT_GRACE_MS);
    const late = setTimeout(() => app.server.closeAllConnections(), ANSWER_GRACE_MS);
    app.server.once("close", () => {
      clearInterval(sweeping);
      clearTimeout(silent);
      clearTimeout(late);
    });
  });
}
