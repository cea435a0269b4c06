import type { AppContext, Tx } from "../../../platform/context.ts";
import { defineService } from "../../../platform/service.ts";
import type { Alarm } from "../send/alarms.repository.ts";

/** Stops what belongs to another module after a “not me” report, in the same transaction. */
export type StopHandler = (
  context: AppContext,
  tx: Tx,
  alarm: Alarm & { readonly requestId: string },
) => Promise<void>;

const stopHandlers = defineService("stop handlers", (): StopHandler[] => []);

/** Registers another module's stop, to run along with withdrawals'; app.ts does so. */
export function registerStopHandler(context: AppContext, stop: StopHandler): void {
  context.use(stopHandlers).push(stop);
}

/** Returns what to stop along with withdrawals. */
export function stopHandlersOf(context: AppContext): readonly StopHandler[] {
  return context.use(stopHandlers);
}
