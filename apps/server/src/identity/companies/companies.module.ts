import { defineModule } from "../../module.ts";
import { registerCompaniesRoutes } from "./companies.routes.ts";
import { COMPANY_CHECKS } from "./company-checks.repository.ts";
import { registerMembersRoutes } from "./members.routes.ts";
import { startCompanies } from "./start-companies.ts";

export const companiesModule = defineModule({
  name: "companies",
  needs: ["legal", "mail", "people", "second-factor", "security-hold", "sessions"],
  routes: [registerCompaniesRoutes, registerMembersRoutes],
  jobs: [startCompanies],
  invariants: COMPANY_CHECKS,
});
