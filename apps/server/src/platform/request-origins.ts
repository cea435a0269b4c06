import type { FastifyInstance, FastifyRequest } from "fastify";

/** Where a request came from, and who made it. */
export interface RequestOrigin {
  readonly ip: string;
  /** The browser's own words, shortened. */
  readonly device: string;
  /** Absent for somebody who is not signed in. */
  readonly role?: string;
  readonly userId?: string;
}

const MAX_DEVICE = 200;

/** The browser's own words as they are kept: plain ASCII, not endless. */
export function deviceOf(userAgent: string | undefined): string {
  return (userAgent ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, MAX_DEVICE);
}

/** Requests under way in this process, by name, so that a record can say where it came from. */
export class RequestOrigins {
  readonly #requests = new Map<string, FastifyRequest>();

  /** Knows the app's requests from their first byte to their last. */
  follow(app: FastifyInstance): void {
    app.addHook("onRequest", (request, _reply, done) => {
      this.#requests.set(request.id, request);
      done();
    });
    const forget = (request: FastifyRequest) => this.#requests.delete(request.id);
    app.addHook("onResponse", (request, _reply, done) => {
      forget(request);
      done();
    });
    app.addHook("onRequestAbort", (request, done) => {
      forget(request);
      done();
    });
  }

  /** Undefined for a request that is over, or for no request's doing. */
  of(requestId: string | null): RequestOrigin | undefined {
    const request = requestId === null ? undefined : this.#requests.get(requestId);
    if (request === undefined) {
      return undefined;
    }
    const { session } = request;
    return {
      ip: request.ip,
      device: deviceOf(request.headers["user-agent"]),
      ...(session !== null && { role: session.role, userId: session.userId }),
    };
  }
}
