import type { FastifyInstance, FastifyRequest } from "fastify";

/** Where a request came from, and who made it. */
export interface RequestOrigin {
  readonly ip: string;
  /** The browser's `User-Agent`, shortened. */
  readonly device: string;
  /** The caller's role; undefined if the caller is not signed in. */
  readonly role?: string;
  readonly userId?: string;
  /**
   * The username by which audit events can identify the actor. The username itself is never stored.
   */
  readonly username?: string;
  /** The own customer of a person who acts for a company. */
  readonly ownCustomerId?: string;
  /** The API key with which the person's software makes the request. */
  readonly keyId?: string;
}

const MAX_DEVICE = 200;

/** Returns the browser's `User-Agent` as it is stored: plain ASCII of limited length. */
export function deviceOf(userAgent: string | undefined): string {
  return (userAgent ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, MAX_DEVICE);
}

/** A request in progress, which is released when it ends. */
interface Followed {
  request: FastifyRequest | undefined;
}

/**
 * The requests in progress in this process, by id, so that audit events can include their origin.
 */
export class RequestOrigins {
  /**
   * Holds small objects that can drop their reference to the request. A Map that is constantly
   * written to keeps replacing its internal tables, and each replaced table still points to its
   * entries and to the next table. A replaced table in the old generation therefore keeps all
   * entries alive through minor GCs.
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

  /**
   * Returns a request's origin, or undefined if the request has ended or the work is not part of a
   * request.
   */
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
        ...(session.member !== undefined && { ownCustomerId: session.member.ownCustomerId }),
        ...(session.key !== undefined && { keyId: session.key.id }),
      }),
    };
  }
}
