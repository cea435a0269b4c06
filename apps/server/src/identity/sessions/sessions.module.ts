import { defineModule } from "../../module.ts";
import { registerSessionsRoutes } from "./sessions.routes.ts";
import { startSessions } from "./start-sessions.ts";

export const sessionsModule = defineModule({
  name: "sessions",
  needs: ["mail", "people"],
  routes: [registerSessionsRoutes],
  jobs: [startSessions],
});
