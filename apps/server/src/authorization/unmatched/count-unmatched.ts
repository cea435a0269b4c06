import type { AppContext } from "../../platform/context.ts";
import type { GaugeSource } from "../../platform/telemetry/metrics.ts";
import { countWaiting } from "./unmatched.repository.ts";

const KINDS = ["clearing", "reversal", "advice"] as const;

/** Returns a gauge for network messages that are waiting for an authorization. */
export function countUnmatched({ db }: Pick<AppContext, "db">): GaugeSource {
  return {
    name: "tessera_network_unmatched",
    help: "Messages of the card network that wait for their authorization",
    labelName: "kind",
    async read() {
      const counted = await countWaiting(db.kysely);
      return KINDS.map((kind) => ({
        label: kind,
        value: counted.find((one) => one.kind === kind)?.count ?? 0,
      }));
    },
  };
}
