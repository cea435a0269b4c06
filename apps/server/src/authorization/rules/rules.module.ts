import { defineModule } from "../../module.ts";
import { registerGrantsRoutes } from "./grants.routes.ts";
import { startSettlingWindows } from "./settle-windows.ts";
import { registerStrategiesRoutes } from "./strategies.routes.ts";

export const rulesModule = defineModule({
  name: "rules",
  needs: ["decision", "mail", "people", "velocity"],
  routes: [registerStrategiesRoutes, registerGrantsRoutes],
  jobs: [startSettlingWindows],
});
