import type { AppContext } from "../../platform/context.ts";
import type { Figure, FigureSource } from "../../platform/telemetry/figures.ts";
import { usedPercent } from "./exchange.presenter.ts";
import { openPositions } from "./open-position.ts";

/** Every currency has two decimals. */
const MINOR_PER_UNIT = 100n;

/** Returns gauges for the program's open position in each currency, and how far it may grow. */
export function measurePositions(context: AppContext): FigureSource {
  const labelNames = ["currency"];
  return {
    name: "positions",
    gauges: {
      tessera_fx_position_units: {
        help: "The program's open position in a currency, in whole units; negative if it owes it",
        labelNames,
      },
      tessera_fx_position_limit_ratio: {
        help: "The value of an open position as a part of its limit; 1 is the limit",
        labelNames,
      },
    },
    async read() {
      const { limitMinor, positions } = await openPositions(context);
      return positions.flatMap(({ currency, positionMinor, dollarsMinor }): Figure[] => {
        const labels = { currency };
        const wholeUnits = positionMinor / MINOR_PER_UNIT;
        const position = { gauge: "tessera_fx_position_units", labels };
        return [
          { ...position, value: Number(wholeUnits) },
          ...(dollarsMinor === undefined
            ? []
            : [
                {
                  gauge: "tessera_fx_position_limit_ratio",
                  labels,
                  value: usedPercent(dollarsMinor, limitMinor) / 100,
                },
              ]),
        ];
      });
    },
  };
}
