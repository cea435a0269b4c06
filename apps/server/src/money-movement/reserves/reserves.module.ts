import { defineModule } from "../../module.ts";
import type { AppContext } from "../../platform/context.ts";
import { measureReserves } from "./measure-reserves.ts";
import { registerReservesRoutes } from "./reserves.routes.ts";
import { takeReading } from "./take-reading.ts";

/** Starts the hourly job that reads the program's reserves. */
function startReserves(context: AppContext): void {
  context.jobs.hourly("reserves", () => takeReading(context));
}

export const reservesModule = defineModule({
  name: "reserves",
  needs: ["asset-books", "rates"],
  routes: [registerReservesRoutes],
  jobs: [startReserves],
  figures: [measureReserves],
});
