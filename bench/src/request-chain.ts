import type { FollowUp, PreparedRequest } from "./http-load.ts";

/** The bytes of a request, and of the requests that follow it. */
export interface ReadyRequest {
  readonly bytes: Buffer;
  readonly followUps: readonly ReadyFollowUp[];
}

/** The bytes of a later request, with the places that earlier responses fill in. */
export interface ReadyFollowUp {
  readonly bytes: Buffer;
  readonly blanks: readonly Blank[];
}

interface Blank {
  /** What precedes the value in a response: the field's name and the opening quotation mark. */
  readonly marker: Buffer;
  readonly at: number;
  readonly length: number;
}

const QUOTATION_MARK = 0x22;

/** Prepares the bytes of a request and of its follow-ups for a host. */
export function readyOf(request: PreparedRequest, host: string): ReadyRequest {
  const followUps = request.followUps ?? [];
  return {
    bytes: bytesOf(request, host),
    followUps: followUps.map((followUp) => followUpOf(followUp, host)),
  };
}

function followUpOf(followUp: FollowUp, host: string): ReadyFollowUp {
  const bytes = bytesOf(followUp, host);
  const blanks = followUp.takes.map(({ field, placeholder }) => {
    const at = bytes.indexOf(placeholder);
    if (at < 0) {
      throw new Error(`${followUp.path} takes ${field}, but has no place for it`);
    }
    return { marker: markerOf(field), at, length: Buffer.byteLength(placeholder) };
  });
  return { bytes, blanks };
}

/** The markers, shared because many thousands of requests are prepared at once. */
const markers = new Map<string, Buffer>();

function markerOf(field: string): Buffer {
  const known = markers.get(field) ?? Buffer.from(`"${field}":"`);
  markers.set(field, known);
  return known;
}

function bytesOf(
  { path, headers, body }: Pick<PreparedRequest, "path" | "headers" | "body">,
  host: string,
): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? "GET" : "POST";
  const length = body === undefined ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join("")}${length}\r\n${body ?? ""}`,
  );
}

/**
 * Fills the values of a response into the requests that are still to be sent. A field that the
 * response does not have stays as it is.
 *
 * @throws Error if a value does not have the length of its placeholder
 */
export function fillIn(rest: readonly ReadyFollowUp[], body: Buffer): void {
  for (const { bytes, blanks } of rest) {
    for (const { marker, at, length } of blanks) {
      const from = body.indexOf(marker) + marker.length;
      if (from < marker.length) {
        continue;
      }
      if (body.indexOf(QUOTATION_MARK, from) !== from + length) {
        throw new Error(`${marker} has a value of another length than ${length}`);
      }
      body.copy(bytes, at, from, from + length);
    }
  }
}
