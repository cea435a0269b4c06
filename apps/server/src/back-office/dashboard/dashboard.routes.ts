import { boardEndpoints } from "@tessera/contract/back-office/dashboard.endpoints";
import type { FastifyInstance } from "fastify";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import type { QueueReader } from "../../platform/jobs/queue-reader.ts";
import { liftAccountStop } from "./lift-account-stop.ts";
import { readBoard } from "./read-board.ts";

/** @param queues the queues of waiting work, in the order in which the dashboard shows them */
export function registerBoardRoutes(
  app: FastifyInstance,
  context: AppContext,
  queues: readonly QueueReader[],
): void {
  route(app, context, boardEndpoints.getBoard, ({ query, locale }) =>
    readBoard(context, queues, { window: query.window ?? "24h", locale }),
  );
  route(app, context, boardEndpoints.liftAccountStop, async (call) => {
    const id = parseId("stop", call.params.id);
    await liftAccountStop(context, { id, note: call.body.note, act: operatorActOf(call) });
    return { id: call.params.id };
  });
}
