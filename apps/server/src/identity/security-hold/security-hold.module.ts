import { defineModule } from "../../module.ts";
import { registerSecurityHoldRoutes } from "./security-hold.routes.ts";
import { securityHoldsQueue } from "./security-holds.repository.ts";

export const securityHoldModule = defineModule({
  name: "security-hold",
  needs: ["mail", "people", "sessions"],
  routes: [registerSecurityHoldRoutes],
  queues: [securityHoldsQueue],
});
