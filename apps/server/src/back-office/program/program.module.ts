import { defineModule } from "../../module.ts";
import { registerProgrammeRoutes } from "./program.routes.ts";
import { settingsProposals } from "./propose-settings.ts";

export const programModule = defineModule({
  name: "program",
  needs: ["backtest", "decision", "operators", "people", "pricing", "products"],
  routes: [registerProgrammeRoutes],
  proposalHandlers: [settingsProposals],
});
