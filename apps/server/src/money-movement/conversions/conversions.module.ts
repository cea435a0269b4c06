import { defineModule } from "../../module.ts";
import { registerConversionsRoutes } from "./conversions.routes.ts";
import { EXCHANGE_CHECKS } from "./exchange-checks.repository.ts";
import { measurePositions } from "./measure-positions.ts";

export const conversionsModule = defineModule({
  name: "conversions",
  needs: ["exchange", "legal", "people", "program", "security-hold"],
  routes: [registerConversionsRoutes],
  figures: [measurePositions],
  invariants: EXCHANGE_CHECKS,
});
