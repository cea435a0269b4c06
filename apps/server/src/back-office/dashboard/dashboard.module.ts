import { defineModule } from "../../module.ts";
import { registerBoardRoutes } from "./dashboard.routes.ts";
import { measureChecks, measureJobs, measureQueues } from "./measure-board.ts";
import { startBoard } from "./start-board.ts";

export const dashboardModule = defineModule({
  name: "dashboard",
  needs: ["mail", "people", "requests"],
  routes: [registerBoardRoutes],
  jobs: [startBoard],
  figures: [measureJobs, measureChecks, measureQueues],
});
