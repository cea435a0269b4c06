import { defineModule } from "../../module.ts";
import { registerLegalRoutes } from "./legal.routes.ts";

export const legalModule = defineModule({
  name: "legal",
  needs: [],
  routes: [registerLegalRoutes],
});
