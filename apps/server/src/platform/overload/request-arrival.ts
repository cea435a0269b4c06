import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** Timeouts for receiving a request's body, measured from the arrival of its headers. */
export interface ArrivalLimits {
  /** Maximum time, in milliseconds, for any request except an upload to arrive completely. */
  readonly requestMs: number;
  /** Maximum time, in milliseconds, for an upload to arrive completely. */
  readonly uploadMs: number;
  /**
   * Length, in milliseconds, of the window in which an upload must deliver at least {@link
   * minUploadBytes} more.
   */
  readonly windowMs: number;
  readonly minUploadBytes: number;
}

/**
 * Default timeouts. Uploading 5 MB at 20 KB/s takes 4 minutes. An upload slower than 2 KB/s would
 * not finish.
 */
export const ARRIVAL_LIMITS: ArrivalLimits = {
  requestMs: 15_000,
  uploadMs: 300_000,
  windowMs: 10_000,
  minUploadBytes: 20_480,
};

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether the body is a file, which may take a long time as long as it keeps making progress.
     */
    isUpload?: boolean;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/**
 * Ends a request that stops arriving: an upload that makes too little progress in a window, or any
 * other request that is not complete in time. Node has only one timeout for all requests, which is
 * therefore set to the longest of these.
 *
 * @param end closes the request's connection, after sending a response if none has been sent
 */
export function watchArrival(
  { raw, routeOptions }: FastifyRequest,
  limits: ArrivalLimits,
  end: () => void,
): void {
  // An injected request is complete and has no connection.
  if (!hasBody(raw) || !(raw.socket instanceof Socket)) {
    return;
  }
  const timer =
    routeOptions.config?.isUpload === true
      ? setInterval(watchProgress(raw, limits, end), limits.windowMs)
      : setTimeout(() => endLate(raw, end), limits.requestMs);
  timer.unref();
  // `close` is emitted after the last byte, as well as when the connection is lost.
  raw.once("close", () => clearTimeout(timer));
}

function watchProgress(raw: IncomingMessage, limits: ArrivalLimits, end: () => void): () => void {
  const { socket } = raw;
  let before = socket.bytesRead;
  return () => {
    const now = socket.bytesRead;
    if (now - before < limits.minUploadBytes) {
      endLate(raw, end);
    }
    before = now;
  };
}

function endLate(raw: IncomingMessage, end: () => void): void {
  if (!raw.complete) {
    end();
  }
}
