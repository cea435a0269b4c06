import { defineModule } from "../../module.ts";
import { registerLogsRoutes } from "./logs.routes.ts";

export const auditLogModule = defineModule({
  name: "audit-log",
  needs: ["bills"],
  routes: [registerLogsRoutes],
});
