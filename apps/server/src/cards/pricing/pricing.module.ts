import { defineModule } from "../../module.ts";
import { registerPricingRoutes } from "./pricing.routes.ts";

export const pricingModule = defineModule({
  name: "pricing",
  needs: [],
  routes: [registerPricingRoutes],
});
