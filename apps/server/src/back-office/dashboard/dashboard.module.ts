import { defineModule } from "../../module.ts";
import { registerBoardRoutes } from "./dashboard.routes.ts";
import { startBoard } from "./start-board.ts";

export const dashboardModule = defineModule({
  name: "dashboard",
  needs: ["mail", "people", "requests"],
  routes: [registerBoardRoutes],
  jobs: [startBoard],
});
