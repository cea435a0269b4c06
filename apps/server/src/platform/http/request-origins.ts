import type { FastifyInstance, FastifyRequest } from "fastify";

/** Where a request came from, and who made it. */
export interface RequestOrigin {
  readonly ip: string;
  /** The browser's own words, shortened. */
  readonly device: string;
  /** Absent for somebody who is not signed in. */
  readonly role?: string;
  readonly userId?: string;
  /** By which a record may name the actor; never stored. */
  readonly username?: string;
}

const MAX_DEVICE = 200;

/** The browser's own words as they are kept: plain ASCII, not endless. */
export function deviceOf(userAgent: string | undefined): string {
  return (userAgent ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, MAX_DEVICE);
}

/** A request under way, let go of when it is over. */
interface Followed {
  request: FastifyRequest | undefined;
}

/** Requests under way in this process, by name, so that a record can say where it came from. */
export class RequestOrigins {
  /**
   * A map that is written to again and again leaves its former tables behind, each of which still
   * points to what was in it and to the next one. One that lies in the old space keeps all of that
   * from the quick collections, so the map holds something small that lets go of the request.
   */
  readonly #requests = new Map<string, Followed>();

  /** Knows the app's requests from their first byte to their last. */
  follow(app: FastifyInstance): void {
    app.addHook("onRequest", (request, _reply, done) => {
      this.#requests.set(request.id, { request });
      done();
    });
    const forget = ({ id }: FastifyRequest) => {
      const followed = this.#requests.get(id);
      if (followed !== undefined) {
        followed.request = undefined;
        this.#requests.delete(id);
      }
    };
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
    const request = requestId === null ? undefined : this.#requests.get(requestId)?.request;
    if (request === undefined) {
      return undefined;
    }
    const { session } = request;
    return {
      ip: request.ip,
      device: deviceOf(request.headers["user-agent"]),
      ...(session !== null && {
        role: session.role,
        userId: session.userId,
        username: session.username,
      }),
    };
  }
}
