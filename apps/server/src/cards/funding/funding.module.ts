import { defineModule } from "../../module.ts";
import { registerFundingRoutes } from "./funding.routes.ts";

export const fundingModule = defineModule({
  name: "funding",
  needs: ["decision", "legal", "lifecycle", "pricing"],
  routes: [registerFundingRoutes],
});
