export { listAudit } from "./list-audit.ts";
export { registerLogsRoutes } from "./logs.routes.ts";
