import { BOARD_QUEUES } from "@tessera/contract/back-office/dashboard.schemas";
import type { AppContext } from "../../platform/context.ts";
import type { QueueReader } from "../../platform/jobs/queue-reader.ts";
import { defineService } from "../../platform/service.ts";

/** The queues of waiting work, in the order shown on the dashboard. */
export const boardQueues = defineService("dashboard queues", (): QueueReader[] => []);

/** Adds another module's queue to the dashboard. Called by app.ts, in any order. */
export function registerQueue(context: AppContext, queue: QueueReader): void {
  const queues = context.use(boardQueues);
  queues.push(queue);
  queues.sort((a, b) => BOARD_QUEUES.indexOf(a.queue) - BOARD_QUEUES.indexOf(b.queue));
}
