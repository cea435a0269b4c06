import { defineModule } from "../../module.ts";
import { registerOfferingRoutes } from "./offering.routes.ts";

export const offeringModule = defineModule({
  name: "offering",
  needs: [],
  routes: [registerOfferingRoutes],
});
