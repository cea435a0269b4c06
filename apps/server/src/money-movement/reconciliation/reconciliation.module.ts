import { defineModule } from "../../module.ts";
import { measureBreaks } from "./measure-breaks.ts";
import { registerReconciliationRoutes } from "./reconciliation.routes.ts";
import { startReconciliationJobs } from "./start-reconciliation.ts";

export const reconciliationModule = defineModule({
  name: "reconciliation",
  needs: ["operators"],
  routes: [registerReconciliationRoutes],
  jobs: [startReconciliationJobs],
  figures: [measureBreaks],
});
