import { defineModule } from "../../module.ts";
import { registerWalletRoutes } from "./wallet.routes.ts";

export const holdingsModule = defineModule({
  name: "holdings",
  needs: ["lifecycle", "rates"],
  routes: [registerWalletRoutes],
});
