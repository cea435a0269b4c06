import { defineModule } from "../../module.ts";
import { registerExplainRoutes } from "./explain/explain-decline.routes.ts";

export const decisionModule = defineModule({
  name: "decision",
  needs: [],
  routes: [registerExplainRoutes],
});
