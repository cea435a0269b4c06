import { defineModule } from "../../module.ts";
import { registerBacktestRoutes } from "./backtest.routes.ts";

export const backtestModule = defineModule({
  name: "backtest",
  needs: ["decision", "rules", "velocity"],
  routes: [registerBacktestRoutes],
});
