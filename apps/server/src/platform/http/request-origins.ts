import type { FastifyInstance, FastifyRequest } from "fastify";

/** Where a request came from, and its caller. */
export interface RequestOrigin {
  readonly ip: string;
  /** The browser's `User-Agent`, shortened. */
  readonly device: string;
  /** Absent for a caller who is not signed in. */
  readonly role?: string;
  readonly userId?: string;
  /** A username under which an audit event may name the actor; it is never stored. */
  readonly username?: string;
}

const MAX_DEVICE = 200;

/** Returns the browser's `User-Agent` in stored form: plain ASCII, of limited length. */
export function deviceOf(userAgent: string | undefined): string {
  return (userAgent ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, MAX_DEVICE);
}

/** A request in progress, released when it ends. */
interface Followed {
  request: FastifyRequest | undefined;
}

/** Requests in progress in this process, by id, so that an audit event can include its origin. */
export class RequestOrigins {
  /**
   * A Map that is constantly written replaces its internal tables, and each former table still
   * points to its contents and to the next one. Once one of them is in the old generation, it keeps
   * all of that from minor GCs, so the map holds a small object that can release the request.
   */
  readonly #requests = new Map<string, Followed>();

  /** Tracks the app's requests from their first byte to their last. */
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

  /** Undefined for a request that has ended, or for work outside a request. */
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
