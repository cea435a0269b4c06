import { defineModule } from "../../module.ts";
import { registerConversionsRoutes } from "./conversions.routes.ts";
import { EXCHANGE_CHECKS } from "./exchange-checks.repository.ts";
import { measurePositions } from "./measure-positions.ts";
import { bankTradeProposals } from "./record-bank-trade.ts";

export const conversionsModule = defineModule({
  name: "conversions",
  needs: ["exchange", "legal", "operators", "people", "program", "security-hold"],
  routes: [registerConversionsRoutes],
  proposalHandlers: [bankTradeProposals],
  figures: [measurePositions],
  invariants: EXCHANGE_CHECKS,
});
