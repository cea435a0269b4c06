import type { AppContext } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import type { CaseHandler, CaseKind } from "./review-case.ts";

const caseHandlers = defineService("case handlers", () => new Map<CaseKind, CaseHandler>());

/** Registers a handler for decisions on one type of case. Called by app.ts for each type. */
export function registerCaseHandler<Prepared>(
  context: AppContext,
  handler: CaseHandler<Prepared>,
): void {
  const handlers = context.use(caseHandlers);
  if (handlers.has(handler.kind)) {
    throw new Error(`cases of ${handler.kind} have a handler already`);
  }
  // The value that a handler prepares is passed back only to the same handler.
  handlers.set(handler.kind, handler as CaseHandler);
}

/** Returns the handler for a type of case. */
export function handlerOf(context: AppContext, kind: CaseKind): CaseHandler {
  const handler = context.use(caseHandlers).get(kind);
  if (handler === undefined) {
    throw new Error(`cases of ${kind} have no handler`);
  }
  return handler;
}
