import { defineModule } from "../../module.ts";
import { applicationCases } from "./application-cases.ts";
import { registerApplicationsRoutes } from "./applications.routes.ts";

export const applicationsModule = defineModule({
  name: "applications",
  needs: [
    "cases",
    "issuance",
    "legal",
    "lifecycle",
    "people",
    "pricing",
    "program",
    "rates",
    "velocity",
  ],
  routes: [registerApplicationsRoutes],
  caseHandlers: [applicationCases],
});
