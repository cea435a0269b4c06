import { defineModule } from "../../module.ts";
import { registerInsightRoutes } from "./insight.routes.ts";

export const riskInsightModule = defineModule({
  name: "risk-insight",
  needs: ["decision", "forecast", "rates", "spending"],
  routes: [registerInsightRoutes],
});
