import { defineModule } from "../../module.ts";
import { measureBreaks } from "./measure-breaks.ts";
import { registerReconciliationRoutes } from "./reconciliation.routes.ts";
import { startReconciliationJobs } from "./start-reconciliation.ts";
import { unassignBreaks } from "./unassign-breaks.ts";

export const reconciliationModule = defineModule({
  name: "reconciliation",
  needs: ["operators"],
  routes: [registerReconciliationRoutes],
  jobs: [startReconciliationJobs],
  accessLossHandlers: [unassignBreaks],
  figures: [measureBreaks],
});
