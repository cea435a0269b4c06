import { defineModule } from "../../module.ts";
import { registerExchangeRoutes } from "./exchange.routes.ts";
import { EXCHANGE_CHECKS } from "./exchange-checks.repository.ts";
import { measurePositions } from "./measure-positions.ts";
import { bankTradeProposals } from "./record-bank-trade.ts";

export const exchangeModule = defineModule({
  name: "exchange",
  needs: ["legal", "operators", "people", "program", "rates", "security-hold"],
  routes: [registerExchangeRoutes],
  proposalHandlers: [bankTradeProposals],
  figures: [measurePositions],
  invariants: EXCHANGE_CHECKS,
});
