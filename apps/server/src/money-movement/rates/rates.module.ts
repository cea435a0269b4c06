import { defineModule } from "../../module.ts";
import { measureRates } from "./measure-rates.ts";
import { registerRatesRoutes } from "./rates.routes.ts";
import { startRatesJobs } from "./rates-jobs.ts";

export const ratesModule = defineModule({
  name: "rates",
  needs: ["program"],
  routes: [registerRatesRoutes],
  jobs: [startRatesJobs],
  figures: [measureRates],
});
