import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** Timeouts for receiving a request's body, from its headers on. */
export interface ArrivalLimits {
  /** For any complete request except an upload. */
  readonly requestMs: number;
  /** For a complete upload. */
  readonly uploadMs: number;
  /** In each window of this length an upload must bring {@link minUploadBytes} more. */
  readonly windowMs: number;
  readonly minUploadBytes: number;
}

/** 5 MB at 20 KB/s take 4 minutes; below 2 KB/s an upload would not finish. */
export const ARRIVAL_LIMITS: ArrivalLimits = {
  requestMs: 15_000,
  uploadMs: 300_000,
  windowMs: 10_000,
  minUploadBytes: 20_480,
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the body is a file, which may take as long as it makes progress. */
    isUpload?: boolean;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/**
 * Ends a request that stops arriving: an upload with too little progress in a window, any other
 * that is incomplete in time. Node has one limit for all requests, so it is set to the longest.
 *
 * @param end closes the request's connection, with a response if there was none yet
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
  // Emitted with the last byte, and if the connection is lost.
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
