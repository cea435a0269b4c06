import type { AppContext } from "../../platform/context.ts";
import { decide } from "./decide.policy.ts";
import type { Decision } from "./decision.policy.ts";

/** Returns span attributes: a decision's outcome, but not the data it was based on. */
function factsOf({ decision, code }: Decision) {
  return { "decision.answer": decision, "decision.code": code };
}

/** Decides a live payment in its own span. */
export function decideTraced(
  { telemetry }: Pick<AppContext, "telemetry">,
  ...[state, event, time]: Parameters<typeof decide>
): Decision {
  return telemetry.span("decide", () => decide(state, event, time), { describe: factsOf });
}
