import type { AppContext } from "../../platform/context.ts";
import type { GaugeSource } from "../../platform/telemetry/metrics.ts";
import { countUnreadableRules } from "./program-rule-sets.ts";
import { countUnreadable } from "./strategy-sets.ts";

/**
 * Returns a gauge for unreadable strategies, which decline payments and therefore need an alert.
 */
export function watchUnreadable(context: AppContext): GaugeSource {
  return {
    name: "tessera_risk_unreadable_strategies",
    help: "Strategies in force that can't be read, so that payments are declined",
    labelName: "status",
    read: async () => [
      { label: "in_force", value: countUnreadable(context) },
      { label: "program", value: countUnreadableRules(context) },
    ],
  };
}
