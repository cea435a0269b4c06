import { defineModule } from "../../module.ts";
import { registerPracticeRoutes } from "./simulator.routes.ts";

export const scenariosModule = defineModule({
  name: "scenarios",
  needs: [
    "applications",
    "approvals",
    "bills",
    "decision",
    "funding",
    "holds",
    "issuance",
    "lifecycle",
    "messages",
    "people",
    "pricing",
    "rules",
    "sandbox-network",
  ],
  routes: [registerPracticeRoutes],
});
