import { defineModule } from "../../module.ts";
import { registerAccountClosingRoutes } from "./account-closing.routes.ts";
import { stopClosing } from "./cancel-closing.ts";
import { startAccountClosings } from "./settle-closings.ts";

export const accountClosingModule = defineModule({
  name: "account-closing",
  needs: [
    "companies",
    "forecast",
    "holdings",
    "lifecycle",
    "mail",
    "payouts",
    "people",
    "second-factor",
    "security-hold",
    "sessions",
  ],
  routes: [registerAccountClosingRoutes],
  jobs: [startAccountClosings],
  stopHandlers: [stopClosing],
});
