import { defineModule } from "../../module.ts";
import { startFollowingOperators } from "./cells/follow-operators.ts";
import { registerOperatorsRoutes } from "./operators.routes.ts";
import { invitationProposals, operatorProposals } from "./proposals/operator-proposals.ts";

export const operatorsModule = defineModule({
  name: "operators",
  needs: ["mail", "passwords", "people", "registration", "second-factor", "sessions"],
  routes: [registerOperatorsRoutes],
  jobs: [startFollowingOperators],
  proposalHandlers: [invitationProposals, operatorProposals],
});
