import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { networkPrefix } from "../../platform/http/client-address.ts";
import { newId } from "../../platform/ids.ts";
import { routeOf } from "../../platform/telemetry/request-log.ts";
import { insertCalls, type MadeCall } from "./key-calls.repository.ts";

/** How long to collect calls before writing them in one statement. */
const WRITE_DELAY_MS = 200;
const MAX_ROWS = 500;
/** Calls that wait to be written. Further ones are dropped, to limit the memory that they take. */
const MAX_WAITING = 5_000;
const MAX_ROUTE = 200;

function callOf(
  { clock }: Pick<AppContext, "clock">,
  request: FastifyRequest,
  reply: FastifyReply,
  keyId: string,
): MadeCall {
  const at = clock.now();
  return {
    id: newId(at),
    key_id: keyId,
    at,
    method: request.method,
    route: routeOf(request).slice(0, MAX_ROUTE),
    status: reply.statusCode,
    code: request.problemCode,
    address: request.ip,
    duration_ms: Math.round(reply.elapsedTime),
    request_id: request.id,
    network: networkPrefix(request.ip),
  };
}

/**
 * Records the calls that are made with API keys: the route's template and the result, never a path,
 * a parameter or a body. Rows are written after the response, in batches.
 */
export function registerCallLog(app: FastifyInstance, context: AppContext): void {
  const { db, log } = context;
  let waiting: MadeCall[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting.slice(0, MAX_ROWS);
      waiting = waiting.slice(MAX_ROWS);
      try {
        await insertCalls(db, calls);
      } catch (error) {
        log.warn({ err: error, calls: calls.length }, "calls of API keys could not be recorded");
      }
    }
  }

  function writeSoon(): void {
    writing ??= new Promise<void>((resolve) => {
      setTimeout(resolve, WRITE_DELAY_MS);
    })
      .then(writeAll)
      .finally(() => {
        writing = undefined;
      });
  }

  app.addHook("onResponse", (request, reply, done) => {
    const keyId = request.session?.key?.id;
    if (keyId !== undefined && waiting.length < MAX_WAITING) {
      waiting.push(callOf(context, request, reply, keyId));
      writeSoon();
    }
    done();
  });
  app.addHook("onClose", async () => {
    await writing;
    await writeAll();
  });
}
