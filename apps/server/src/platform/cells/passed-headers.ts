import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { VOUCH_HEADER } from "./vouch.ts";

/** The header in which a caller names the cell of a call that carries nothing of a cell. */
export const CELL_HEADER = "x-tessera-cell";

/** Headers that concern one connection only (RFC 9110 section 7.6.1), and the body's framing. */
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization"],
  ...["proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"],
]);

/**
 * Headers that the next server must not believe. It learns the client's address from the vouch. The
 * cell that an operator names stays, because only the operator's own cell may follow it.
 */
const OF_THIS_SERVER: ReadonlySet<string> = new Set([
  ...[VOUCH_HEADER, "forwarded", "content-length"],
  ...["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-real-ip"],
]);

function namedIn(connection: string | undefined): ReadonlySet<string> {
  return new Set((connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
}

/** Returns a request's headers as they are passed on, without those about the body's length. */
export function passedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const own = namedIn(headers.connection);
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !OF_ONE_CONNECTION.has(name) && !OF_THIS_SERVER.has(name) && !own.has(name),
    ),
  );
}

/** Secrets of a session that its own cell has checked, and that no other cell has to see. */
const OF_SESSION: ReadonlySet<string> = new Set(["authorization", "x-proof", "cookie"]);

/** Returns the headers of an operator's request as they are passed on to another cell. */
export function operatorHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(passedHeaders(headers)).filter(
      ([name]) => !OF_SESSION.has(name) && name !== CELL_HEADER,
    ),
  );
}

/** Returns a response's headers as they are passed back. */
export function returnedHeaders(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const own = namedIn(headers.connection?.toString());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name) && !own.has(name)),
  );
}
