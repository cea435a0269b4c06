import type { AppContext } from "../../platform/context.ts";
import type { FigureSource } from "../../platform/telemetry/figures.ts";
import { countOpenHolds } from "./open-holds.repository.ts";

/**
 * Returns gauges for the open holds by age, the age of the oldest, and the number of overdue holds.
 */
export function measureHolds({ db, clock }: AppContext): FigureSource {
  return {
    name: "holds",
    gauges: {
      tessera_holds_open: {
        help: "Open holds of payments and withdrawals by age, at most 50,000",
        labelNames: ["age"],
      },
      tessera_holds_oldest_age_seconds: { help: "Age of the oldest open hold; 0 without one" },
      tessera_holds_overdue: { help: "Holds that have expired and are still open" },
    },
    async read() {
      const counted = await countOpenHolds(db.kysely, clock.now());
      if (counted === undefined) {
        return [];
      }
      const { oldestSeconds, overdue, ...byAge } = counted;
      return [
        ...Object.entries(byAge).map(([age, value]) => ({
          gauge: "tessera_holds_open",
          labels: { age },
          value,
        })),
        { gauge: "tessera_holds_oldest_age_seconds", value: Math.max(0, oldestSeconds ?? 0) },
        { gauge: "tessera_holds_overdue", value: overdue },
      ];
    },
  };
}
