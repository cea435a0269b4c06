import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { Refusal } from "../http/refusal.ts";
import type { AskedPart } from "./cell-routes.ts";
import { injectInto, passedOf, serversInTurn, type Ways } from "./pass-on.ts";
import { NotSentError } from "./send-to-server.ts";

/** Far more than a page of any list. */
const MAX_BYTES = 4 * 1_024 * 1_024;
const OK = 200;
const TOO_MANY = 429;
const CODE = /^[a-z_]{1,60}$/;

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) {
      response.destroy();
      throw new Error("the response of the other cell is too long");
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/**
 * Returns the body of another cell's response to a read, as parsed JSON. Tries its servers in turn.
 *
 * @throws Refusal `rate_limited` if the cell says so
 * @throws Error if the cell does not answer, or not with success
 */
export async function askCell(
  ways: Ways,
  request: FastifyRequest,
  { cell, path, operator, isOver }: AskedPart,
): Promise<unknown> {
  const asked = { cell, method: "GET", path, settled: { operator } };
  const passed = passedOf(ways, request, asked, undefined);
  const app = ways.apps.get(cell);
  if (app !== undefined) {
    const response = await injectInto(app, passed, request.ip);
    return parsed(cell, response, response.body);
  }
  let cause: unknown = new Error(`no server of cell ${cell} is known`);
  for (const server of serversInTurn(ways.servers, cell)) {
    try {
      const response = await ways.connections.send(server, passed, isOver);
      return parsed(cell, response, await textOf(response));
    } catch (error) {
      cause = error;
      if (!(error instanceof NotSentError) || isOver.aborted) {
        break;
      }
    }
  }
  throw cause;
}

function parsed(
  cell: number,
  { statusCode, headers }: Pick<IncomingMessage, "statusCode"> & { headers: OutgoingHttpHeaders },
  text: string,
): unknown {
  if (statusCode === OK) {
    return JSON.parse(text);
  }
  const internal = `cell ${cell} answered with status ${statusCode} and ${codeIn(text)}`;
  if (statusCode === TOO_MANY) {
    const seconds = Number(headers["retry-after"]);
    throw new Refusal("rate_limited", {
      internal,
      ...(Number.isSafeInteger(seconds) && { retryAfterSeconds: seconds }),
    });
  }
  throw new Error(internal);
}

/** Returns the error code in a response, for the log. */
function codeIn(text: string): string {
  try {
    const { code } = Object(JSON.parse(text)) as { readonly code?: unknown };
    return typeof code === "string" && CODE.test(code) ? code : "no code";
  } catch {
    return "no code";
  }
}
