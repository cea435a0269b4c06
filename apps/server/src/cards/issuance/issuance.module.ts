import { defineModule } from "../../module.ts";
import { registerIssuanceRoutes } from "./issuance.routes.ts";
import { sealedHolders } from "./reseal-holders.ts";

export const issuanceModule = defineModule({
  name: "issuance",
  needs: ["decision", "lifecycle", "security-hold", "sessions", "vault", "velocity"],
  routes: [registerIssuanceRoutes],
  sealedStores: [sealedHolders],
});
