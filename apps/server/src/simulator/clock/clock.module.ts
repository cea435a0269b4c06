import { defineModule } from "../../module.ts";
import { registerSandboxClockRoutes } from "./sandbox-clock.routes.ts";
import { startClock } from "./start-clock.ts";

export const clockModule = defineModule({
  name: "clock",
  needs: [],
  routes: [registerSandboxClockRoutes],
  jobs: [startClock],
});
