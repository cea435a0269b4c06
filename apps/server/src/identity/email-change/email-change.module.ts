import { defineModule } from "../../module.ts";
import { emailChangeCases } from "./change-cases.ts";
import { registerEmailChangeRoutes } from "./email-change.routes.ts";
import { stopEmailChanges } from "./stop-changes.ts";

export const emailChangeModule = defineModule({
  name: "email-change",
  needs: [
    "cases",
    "email-codes",
    "holdings",
    "mail",
    "payouts",
    "people",
    "registration",
    "second-factor",
    "security-hold",
    "sessions",
  ],
  routes: [registerEmailChangeRoutes],
  caseHandlers: [emailChangeCases],
  stopHandlers: [stopEmailChanges],
});
