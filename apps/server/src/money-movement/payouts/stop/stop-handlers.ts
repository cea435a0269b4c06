import type { AppContext, Tx } from "../../../platform/context.ts";
import type { Alarm } from "../send/alarms.repository.ts";

/** Stops what belongs to another module once somebody said “not me”, in the same transaction. */
export type StopHandler = (
  context: AppContext,
  tx: Tx,
  alarm: Alarm & { readonly requestId: string },
) => Promise<void>;

const registered = new WeakMap<AppContext, StopHandler[]>();

/** Has something else stopped along with withdrawals; app.ts says what. */
export function registerStopHandler(context: AppContext, stop: StopHandler): void {
  registered.set(context, [...(registered.get(context) ?? []), stop]);
}

/** What is to be stopped along with withdrawals. */
export function stopHandlersOf(context: AppContext): readonly StopHandler[] {
  return registered.get(context) ?? [];
}
