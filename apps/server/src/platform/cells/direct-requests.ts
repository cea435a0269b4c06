import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { keyInUrl } from "../crypto/api-key-text.ts";
import { Refusal } from "../http/refusal.ts";
import { cellOfBearer, cellOfToken } from "./cell-of-token.ts";
import { CELL_HEADER } from "./passed-headers.ts";
import { VOUCH_HEADER, type Vouch, type Vouches } from "./vouch.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What the server that passed the request on knows; null if it came from a client. */
    vouch: Vouch | null;
    /** Whether another app answers the request, which then also logs and counts it. */
    isPassedOn: boolean;
  }
}

/** How an app directs requests that belong to other cells. */
export interface RequestDirections {
  /** The cell that the app serves. */
  readonly cell: number;
  readonly vouches: Vouches;
  isElsewhere(cell: number | undefined): cell is number;
  /** The apps of other cells in this process. */
  readonly apps: ReadonlyMap<number, Pick<FastifyInstance, "routing">>;
  /** Passes a request on to a server of another cell while its body is still arriving. */
  passOn(request: FastifyRequest, reply: FastifyReply, cell: number): Promise<FastifyReply>;
}

/**
 * Reads what another server of the program knows about a request: its id and the client's address.
 * Register it before any hook that uses them.
 */
export function readVouches(
  app: FastifyInstance,
  { cell, vouches, apps }: Pick<RequestDirections, "cell" | "vouches" | "apps">,
): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const text = request.headers[VOUCH_HEADER];
    if (typeof text === "string") {
      const asked = { method: request.method, url: request.raw.url ?? "" };
      // Other servers reach every cell of this process at the address of its first app.
      for (const one of new Set([cell, ...apps.keys()])) {
        request.vouch ??= vouches.read(text, asked, one) ?? null;
      }
    }
    if (request.vouch !== null) {
      const { requestId, ip } = request.vouch;
      request.id = requestId;
      Object.defineProperty(request, "ip", { value: ip });
    }
    done();
  });
}

/**
 * Returns the cell of a request by its session token, or by the header that names one.
 *
 * @throws Refusal `malformed_request` if the header names no cell of the program
 */
function cellOf(request: FastifyRequest, { cell, isElsewhere }: RequestDirections) {
  const inUrl = cellOfToken(keyInUrl(request.originalUrl) ?? "");
  if (inUrl !== undefined) {
    // The cell of the key revokes it.
    return inUrl;
  }
  // A call without a session belongs to the cell that its input tells, whatever token it carries.
  const isPublic = request.routeOptions.config?.access === "public";
  const ofSession = isPublic ? undefined : cellOfBearer(request.headers.authorization);
  const named = request.headers[CELL_HEADER];
  if (ofSession !== undefined || named === undefined) {
    return ofSession;
  }
  const number = Number(named);
  if (number !== cell && !isElsewhere(number)) {
    throw new Refusal("malformed_request", { internal: `${CELL_HEADER} names no cell` });
  }
  return number;
}

/**
 * Sends a request whose session belongs to another cell to that cell's app or server, before its
 * body is read. A request with a vouch goes to no other process, only to the app of the cell that
 * the vouch names, and one with a forged vouch is rejected.
 */
export function directRequests(app: FastifyInstance, directions: RequestDirections): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.headers[VOUCH_HEADER] !== undefined && request.vouch === null) {
      const internal = "the vouch is forged, old or for another request or cell";
      done(new Refusal("malformed_request", { internal }));
      return;
    }
    const cell = request.vouch?.cell ?? cellOf(request, directions);
    if (cell === directions.cell || !directions.isElsewhere(cell)) {
      done();
      return;
    }
    const other = directions.apps.get(cell);
    if (other === undefined) {
      directions.passOn(request, reply, cell).catch(done);
      return;
    }
    request.isLogged = true;
    request.isPassedOn = true;
    reply.hijack();
    other.routing(request.raw, reply.raw);
  });
}
