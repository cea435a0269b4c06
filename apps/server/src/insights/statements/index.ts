export { registerReconciliationRoutes } from "./reconciliation.routes.ts";
export { startReconciliation } from "./start-reconciliation.ts";
