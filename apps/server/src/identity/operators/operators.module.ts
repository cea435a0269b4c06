import { defineModule } from "../../module.ts";
import { invitationProposals, operatorProposals } from "./operator-proposals.ts";
import { registerOperatorsRoutes } from "./operators.routes.ts";

export const operatorsModule = defineModule({
  name: "operators",
  needs: ["mail", "passwords", "people", "registration", "second-factor", "sessions"],
  routes: [registerOperatorsRoutes],
  proposalHandlers: [invitationProposals, operatorProposals],
});
