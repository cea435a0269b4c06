import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";

/** A request as it is passed on to another server. */
export interface PassedRequest {
  readonly method: string;
  /** The path and the query, beginning with a slash. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** The whole body, a body that is still arriving, or undefined if there is none. */
  readonly body: Buffer | Readable | undefined;
}

/** Time limits for passing a request on. */
export interface PassLimits {
  /** Maximum time, in milliseconds, to connect to a server before another one is tried. */
  readonly connectMs: number;
  /**
   * Maximum time, in milliseconds, without a byte in either direction. Event streams send one every
   * 15 seconds.
   */
  readonly silentMs: number;
}

const PASS_LIMITS: PassLimits = { connectMs: 1_000, silentMs: 45_000 };

/** Shorter than the ten seconds after which a server closes a connection that is not in use. */
const IDLE_MS = 5_000;
/** Each event stream uses one. Further requests fail with `NotSentError` after `connectMs`. */
const MAX_CONNECTIONS_EACH = 2_000;
const MAX_HEADER_BYTES = 16 * 1_024;

/** Thrown if no byte of the request was sent, so that another server can be tried. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** Thrown if the request was sent, and its response did not arrive. */
class NoResponseError extends Error {
  override readonly name = "NoResponseError";
}

/** The connections to other servers of the program. */
export interface ServerConnections {
  /**
   * Sends a request and returns the response, whose body is still arriving.
   *
   * @param isOver aborted if the client disconnects
   * @throws NotSentError, NoResponseError
   */
  send(server: string, request: PassedRequest, isOver: AbortSignal): Promise<IncomingMessage>;
  close(): void;
}

export function openServerConnections(
  limits: PassLimits = PASS_LIMITS,
  maxSockets: number = MAX_CONNECTIONS_EACH,
): ServerConnections {
  const options = { keepAlive: true, timeout: IDLE_MS, maxSockets };
  const plain = new HttpAgent(options);
  const encrypted = new HttpsAgent(options);

  function open(server: string, passed: PassedRequest): ClientRequest {
    const { method, path, headers } = passed;
    const { protocol, hostname, port } = new URL(server);
    const common = {
      ...{ hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path, headers },
      ...{ maxHeaderSize: MAX_HEADER_BYTES, setDefaultHeaders: false },
    };
    return protocol === "https:"
      ? httpsRequest({ ...common, agent: encrypted })
      : httpRequest({ ...common, agent: plain });
  }

  return {
    send: (server, passed, isOver) =>
      exchange(open(server, framed(passed)), passed, limits, isOver),
    close() {
      plain.destroy();
      encrypted.destroy();
    },
  };
}

/**
 * Adds the headers that frame the body. Nothing of the framing that the client chose is passed on,
 * so that both servers agree where the request ends.
 */
function framed(passed: PassedRequest): PassedRequest {
  const { headers, body } = passed;
  if (body === undefined) {
    return passed;
  }
  const framing = Buffer.isBuffer(body)
    ? { "content-length": body.length }
    : { "transfer-encoding": "chunked" };
  return { ...passed, headers: { ...headers, ...framing } };
}

function exchange(
  sent: ClientRequest,
  { body }: PassedRequest,
  { connectMs, silentMs }: PassLimits,
  isOver: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isSent = false;
    const giveUp = (cause: Error) => {
      sent.destroy(cause);
      if (!isSent) {
        // A request that waits for a connection emits no error when it is destroyed.
        clearTimeout(connecting);
        isOver.removeEventListener("abort", stop);
        reject(new NotSentError(cause.message, { cause }));
      }
    };
    const connecting = setTimeout(() => giveUp(new Error("no connection")), connectMs);
    const stop = () => giveUp(new Error("the client disconnected"));
    isOver.addEventListener("abort", stop, { once: true });
    const begin = () => {
      clearTimeout(connecting);
      isSent = true;
      sent.setTimeout(silentMs, () => sent.destroy(new Error("the server is silent")));
      write(sent, body);
    };
    sent.once("socket", (socket) => {
      if (!socket.connecting) {
        begin();
      } else {
        socket.once("encrypted" in socket ? "secureConnect" : "connect", begin);
      }
    });
    sent.once("response", (response) => {
      // The reader of the response notices that it is incomplete.
      response.on("error", () => undefined);
      // The connection serves another request as soon as the response has ended.
      for (const event of ["end", "close"]) {
        response.once(event, () => isOver.removeEventListener("abort", stop));
      }
      resolve(response);
    });
    sent.on("error", (cause) => {
      clearTimeout(connecting);
      isOver.removeEventListener("abort", stop);
      const kind = isSent ? NoResponseError : NotSentError;
      reject(new kind(cause.message, { cause }));
    });
  });
}

function write(sent: ClientRequest, body: PassedRequest["body"]): void {
  if (body === undefined || Buffer.isBuffer(body)) {
    sent.end(body);
    return;
  }
  // A body that stops arriving must not look complete to the other server.
  body.once("error", (error) => sent.destroy(error));
  body.once("close", () => {
    if (!body.readableEnded) {
      sent.destroy(new Error("the body stopped arriving"));
    }
  });
  body.pipe(sent);
}
