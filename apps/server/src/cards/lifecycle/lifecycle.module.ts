import { defineModule } from "../../module.ts";
import { CARD_CHECKS } from "./card-checks.repository.ts";
import { registerCardsRoutes } from "./cards.routes.ts";
import { startClosings } from "./closing/finish-closing.ts";
import { startForgettingTries } from "./freezes/count-wrong-try.ts";
import { startDebtCollection } from "./receivables/collect-debts.ts";

export const lifecycleModule = defineModule({
  name: "lifecycle",
  needs: ["decision", "mail", "people", "pricing", "program", "security-hold", "sessions"],
  routes: [registerCardsRoutes],
  jobs: [startDebtCollection, startClosings, startForgettingTries],
  invariants: CARD_CHECKS,
});
