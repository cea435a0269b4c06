import { boardEndpoints } from "@tessera/contract/back-office/dashboard.endpoints";
import type { FastifyInstance } from "fastify";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { addBoards } from "./add-boards.ts";
import { boardQueues } from "./board-queues.ts";
import { liftAccountStop } from "./lift-account-stop.ts";
import { readBoard } from "./read-board.ts";

/** Registers the calls for the operators' dashboard. */
export function registerBoardRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    boardEndpoints.getBoard,
    ({ query, locale }) =>
      readBoard(context, context.use(boardQueues), { window: query.window ?? "24h", locale }),
    { overCells: { add: addBoards } },
  );
  route(app, context, boardEndpoints.liftAccountStop, async (call) => {
    const id = parseId("stop", call.params.id);
    await liftAccountStop(context, { id, note: call.body.note, act: operatorActOf(call) });
    return { id: call.params.id };
  });
}
