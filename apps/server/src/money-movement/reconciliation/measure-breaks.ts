import { BREAK_AGES } from "@tessera/contract/money-movement/reconciliation.schemas";
import type { AppContext } from "../../platform/context.ts";
import type { Figure, FigureSource } from "../../platform/telemetry/figures.ts";
import { countUnresolved } from "./breaks.repository.ts";
import { allSources } from "./reconciliation-sources.ts";
import { selectCompletions } from "./runs.repository.ts";

const BREAKS = "tessera_reconciliation_breaks";
const AGE = "tessera_reconciliation_age_seconds";

/** Creates the figures of reconciliation: open breaks by age, and when each source was compared. */
export function measureBreaks(context: AppContext): FigureSource {
  return {
    name: "reconciliation",
    gauges: {
      [BREAKS]: {
        help: "Differences between the ledger and a source that nobody has explained",
        labelNames: ["source", "age"],
      },
      [AGE]: {
        help: "How long ago the ledger was last compared with a source completely",
        labelNames: ["source"],
      },
    },
    async read() {
      const tx = context.db.kysely;
      const now = context.clock.now();
      const counts = await countUnresolved(tx, now);
      const completed = await selectCompletions(tx);
      return allSources(context)
        .filter(({ provider }) => provider !== undefined)
        .flatMap(({ source: { name: source } }): Figure[] => {
          const at = completed.get(source);
          // A source that was never compared is as old as the server.
          const ageSeconds =
            at === undefined ? process.uptime() : (now.getTime() - at.getTime()) / 1_000;
          const open = (age: string) =>
            counts.find((one) => one.source === source && one.state === "open" && one.age === age)
              ?.count ?? 0;
          return [
            { gauge: AGE, labels: { source }, value: Math.max(0, ageSeconds) },
            ...BREAK_AGES.map(
              (age): Figure => ({ gauge: BREAKS, labels: { source, age }, value: open(age) }),
            ),
          ];
        });
    },
  };
}
