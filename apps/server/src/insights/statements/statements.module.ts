import { defineModule } from "../../module.ts";
import { registerReconciliationRoutes } from "./reconciliation.routes.ts";
import { startReconciliation } from "./start-reconciliation.ts";

export const statementsModule = defineModule({
  name: "statements",
  needs: ["bills", "decision"],
  routes: [registerReconciliationRoutes],
  jobs: [startReconciliation],
});
