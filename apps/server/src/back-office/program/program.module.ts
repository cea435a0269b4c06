import { defineModule } from "../../module.ts";
import { registerProgramRoutes } from "./program.routes.ts";
import { settingsProposals } from "./propose-settings.ts";
import { withdrawOpenRuleProposals } from "./withdraw-open-rule-proposals.ts";

export const programModule = defineModule({
  name: "program",
  needs: ["backtest", "decision", "operators", "people", "pricing", "products"],
  routes: [registerProgramRoutes],
  proposalHandlers: [settingsProposals],
  accessLossHandlers: [withdrawOpenRuleProposals],
});
