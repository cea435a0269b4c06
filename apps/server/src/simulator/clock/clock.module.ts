import { defineModule } from "../../module.ts";
import { registerSandboxClockRoutes } from "./sandbox-clock.routes.ts";

export const clockModule = defineModule({
  name: "clock",
  needs: [],
  routes: [registerSandboxClockRoutes],
});
