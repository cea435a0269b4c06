import type { AppContext } from "../../platform/context.ts";
import type { GaugeSource } from "../../platform/telemetry/metrics.ts";
import { differingParts } from "./copy-program.ts";

/** Measures which parts of the program's settings this cell has not copied. */
export function measureCopies(context: AppContext): GaugeSource {
  return {
    name: "tessera_program_settings_behind",
    help: "Whether this cell's copy of a part of the program's settings is out of date",
    labelName: "part",
    read: async () =>
      [...context.use(differingParts)].map(([label, isBehind]) => ({
        label,
        value: isBehind ? 1 : 0,
      })),
  };
}
