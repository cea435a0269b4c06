import type { AppContext } from "../../platform/context.ts";
import type { Figure, FigureSource } from "../../platform/telemetry/figures.ts";
import { selectCurrent, totalOfReadings } from "./read-reserves.ts";
import { coverageOf, missingMinor } from "./reserve.policy.ts";

const HELD = "tessera_reserves_held_minor";
const OWED = "tessera_reserves_owed_minor";
const BOOKED = "tessera_reserves_booked_minor";
const MISSING = "tessera_reserves_missing_minor";
const AGE = "tessera_reserves_age_seconds";
const COVERAGE = "tessera_reserves_coverage_ratio";
/**
 * Creates the figures of reserves: what is held and owed of each asset, and how old that is. An
 * unknown balance has no figure.
 */
export function measureReserves({ db, clock }: AppContext): FigureSource {
  const labelNames = ["asset"];
  return {
    name: "reserves",
    gauges: {
      [HELD]: { help: "What the program holds of an asset, in minor units", labelNames },
      [OWED]: { help: "What customers are owed of an asset, in minor units", labelNames },
      [BOOKED]: { help: "What the ledger says is held outside, in minor units", labelNames },
      [MISSING]: { help: "How much less is held than the ledger says", labelNames },
      [AGE]: { help: "How long ago an asset's balance was last known", labelNames },
      [COVERAGE]: { help: "What is held of all assets as a part of what is owed" },
    },
    async read() {
      const rows = await selectCurrent(db.kysely);
      const now = clock.now().getTime();
      const ofAssets = rows.flatMap((row): Figure[] => {
        const labels = { asset: row.asset };
        const figure = (gauge: string, value: bigint | null): Figure[] =>
          value === null ? [] : [{ gauge, labels, value: Number(value) }];
        const { held_booked_minor: held, booked_minor: booked, known_at: knownAt } = row;
        return [
          ...figure(HELD, row.held_minor),
          ...figure(OWED, row.owed_minor),
          ...figure(BOOKED, booked),
          ...figure(MISSING, held === null ? null : missingMinor(booked, held)),
          ...(knownAt === null
            ? []
            : [{ gauge: AGE, labels, value: Math.max(0, (now - knownAt.getTime()) / 1_000) }]),
        ];
      });
      const total = totalOfReadings(rows);
      if (total === undefined || total.owedMinor === 0n) {
        return ofAssets;
      }
      return [...ofAssets, { gauge: COVERAGE, value: coverageOf(total) }];
    },
  };
}
