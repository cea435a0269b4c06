import { defineModule } from "../../module.ts";
import { startRecording } from "./record-minutes.ts";
import { registerStatusRoutes } from "./status.routes.ts";

export const statusModule = defineModule({
  name: "status",
  needs: ["dashboard", "mail", "payouts", "rates", "rule-sets"],
  routes: [registerStatusRoutes],
  jobs: [startRecording],
});
