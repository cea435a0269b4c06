import { defineModule } from "../../module.ts";
import { startEndingMandates } from "./end-due-mandates.ts";
import { registerMandatesRoutes } from "./mandates.routes.ts";

export const mandatesModule = defineModule({
  name: "mandates",
  needs: [
    "applications",
    "decision",
    "funding",
    "issuance",
    "legal",
    "lifecycle",
    "people",
    "pricing",
    "security-hold",
    "sessions",
    "velocity",
  ],
  routes: [registerMandatesRoutes],
  jobs: [startEndingMandates],
});
