import { defineModule } from "../../module.ts";
import { registerCompaniesRoutes } from "./companies.routes.ts";
import { COMPANY_CHECKS } from "./company-checks.repository.ts";
import { registerMembersRoutes } from "./members.routes.ts";
import { startCompanies } from "./start-companies.ts";
import { stopMembership } from "./stop-membership.ts";

export const companiesModule = defineModule({
  name: "companies",
  needs: ["legal", "mail", "payouts", "people", "second-factor", "security-hold", "sessions"],
  routes: [registerCompaniesRoutes, registerMembersRoutes],
  jobs: [startCompanies],
  stopHandlers: [stopMembership],
  invariants: COMPANY_CHECKS,
});
