import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccessLog, CutOffCode } from "../telemetry/request-log.ts";
import { problemBody } from "./problem.ts";

/** How long a rejected client may take to read the response, in milliseconds. */
const LINGER_MS = 1_000;

/** Responds to requests that cannot be read to their end. */
export interface BrokenRequests {
  /**
   * Responds to a request that is not valid HTTP or did not arrive in time. Node reports such
   * requests by connection.
   */
  answer(error: NodeJS.ErrnoException, socket: Socket): void;
  /**
   * Responds to a request whose body did not arrive in time, unless a response was already sent,
   * and then disconnects.
   */
  endLate(request: FastifyRequest, reply: FastifyReply): void;
}

export function createBrokenRequests(accessLog: AccessLog): BrokenRequests {
  function answerWith(code: CutOffCode, socket: Socket): void {
    const requestId = accessLog.cutOff(socket, code, randomUUID());
    const problem = problemBody({ code, locale: "en", requestId });
    const body = JSON.stringify(problem);
    socket.end(
      [
        `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
        "Content-Type: application/problem+json; charset=utf-8",
        `X-Request-Id: ${requestId}`,
        "Connection: close",
        `Content-Length: ${Buffer.byteLength(body)}`,
        "",
        body,
      ].join("\r\n"),
    );
  }

  return {
    answer(error, socket) {
      if (error.code === "ECONNRESET" || !socket.writable) {
        socket.destroy();
        return;
      }
      const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
      answerWith(isLate ? "request_timeout" : "malformed_request", socket);
    },
    endLate({ raw: { socket } }, reply) {
      if (!reply.raw.headersSent && socket.writable) {
        answerWith("request_timeout", socket);
      }
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    },
  };
}
