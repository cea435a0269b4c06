import { watchSweeps } from "../../adapters/evm-sweeps/watch-sweeps.ts";
import { defineModule } from "../../module.ts";
import type { AppContext } from "../../platform/context.ts";
import { measureReserves } from "./measure-reserves.ts";
import { registerReservesRoutes } from "./reserves.routes.ts";
import { takeReading } from "./take-reading.ts";

/** Starts the hourly jobs that read the program's reserves, and what was moved between them. */
function startReserves(context: AppContext): void {
  const { chain: settings } = context.config;
  context.jobs.hourly("reserves", () => takeReading(context));
  if (settings.provider === "evm") {
    context.jobs.hourly("sweeps", async () => {
      const watched = settings.chains.map((chain) => watchSweeps(context, chain));
      // One chain that cannot be read keeps nothing from the others.
      const failed = (await Promise.allSettled(watched)).find(
        ({ status }) => status === "rejected",
      );
      if (failed?.status === "rejected") {
        throw failed.reason;
      }
    });
  }
}

export const reservesModule = defineModule({
  name: "reserves",
  needs: ["asset-books", "rates"],
  routes: [registerReservesRoutes],
  jobs: [startReserves],
  figures: [measureReserves],
});
