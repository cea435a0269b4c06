import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { AskedPart } from "./cell-routes.ts";
import { injectInto, passedOf, serversInTurn, type Ways } from "./pass-on.ts";
import { NotSentError } from "./send-to-server.ts";

/** Far more than a page of any list. */
const MAX_BYTES = 4 * 1_024 * 1_024;
const OK = 200;

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
    return parsed(cell, response.statusCode, response.body);
  }
  let cause: unknown = new Error(`no server of cell ${cell} is known`);
  for (const server of serversInTurn(ways.servers, cell)) {
    try {
      const response = await ways.connections.send(server, passed, isOver);
      return parsed(cell, response.statusCode, await textOf(response));
    } catch (error) {
      cause = error;
      if (!(error instanceof NotSentError) || isOver.aborted) {
        break;
      }
    }
  }
  throw cause;
}

function parsed(cell: number, status: number | undefined, text: string): unknown {
  if (status !== OK) {
    throw new Error(`cell ${cell} answered with status ${status}`);
  }
  return JSON.parse(text);
}
