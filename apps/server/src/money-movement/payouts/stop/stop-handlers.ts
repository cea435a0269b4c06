import type { AppContext, Tx } from "../../../platform/context.ts";
import { defineService } from "../../../platform/service.ts";
import type { Alarm } from "../send/alarms.repository.ts";

/** Handles a “not me” report for another module, in the same transaction. */
export type StopHandler = (
  context: AppContext,
  tx: Tx,
  alarm: Alarm & { readonly requestId: string },
) => Promise<void>;

const stopHandlers = defineService("stop handlers", (): StopHandler[] => []);

/**
 * Registers another module's handler, which runs when withdrawals are stopped. Called by app.ts.
 */
export function registerStopHandler(context: AppContext, stop: StopHandler): void {
  context.use(stopHandlers).push(stop);
}

/** Returns the handlers to run when withdrawals are stopped. */
export function stopHandlersOf(context: AppContext): readonly StopHandler[] {
  return context.use(stopHandlers);
}
