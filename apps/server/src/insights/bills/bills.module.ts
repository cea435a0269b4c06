import { defineModule } from "../../module.ts";
import { registerBillsRoutes } from "./bills.routes.ts";

export const billsModule = defineModule({
  name: "bills",
  needs: ["decision", "lifecycle"],
  routes: [registerBillsRoutes],
});
