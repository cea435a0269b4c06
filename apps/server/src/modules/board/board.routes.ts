import { boardEndpoints } from "@tessera/contract/board/board.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import type { QueueReader } from "../../platform/queue-reader.ts";
import { route } from "../../platform/route.ts";
import { readBoard } from "./read-board.ts";

/** @param queues what waits for somebody, in the order in which the board shows it */
export function registerBoardRoutes(
  app: FastifyInstance,
  context: AppContext,
  queues: readonly QueueReader[],
): void {
  route(app, context, boardEndpoints.getBoard, ({ query, locale }) =>
    readBoard(context, queues, { window: query.window ?? "24h", locale }),
  );
}
