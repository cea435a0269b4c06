import { defineModule } from "../../module.ts";
import { registerOutlookRoutes } from "./forecast.routes.ts";

export const forecastModule = defineModule({
  name: "forecast",
  needs: ["bills", "clearing", "decision", "holds", "lifecycle", "messages", "pricing"],
  routes: [registerOutlookRoutes],
});
