import { defineModule } from "../../module.ts";
import { registerFiguresRoutes } from "./spending-analytics.routes.ts";

export const spendingModule = defineModule({
  name: "spending",
  needs: ["decision", "holdings", "rates"],
  routes: [registerFiguresRoutes],
});
