import type { FastifyInstance } from "fastify";
import type { Logger } from "./logger.ts";

/** Requests slower than this are worth a line at `info`. */
const SLOW_MS = 1_000;

/** One line a request: what was asked, by route and never by full path, and how it went. */
export function registerRequestLog(app: FastifyInstance, log: Logger): void {
  app.addHook("onResponse", (request, reply, done) => {
    const isNotable = reply.statusCode >= 500 || reply.elapsedTime > SLOW_MS;
    const level = isNotable ? "info" : "debug";
    if (log.isLevelEnabled(level)) {
      log[level](
        {
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url ?? "unknown",
          status: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime),
        },
        "answered",
      );
    }
    done();
  });
}
