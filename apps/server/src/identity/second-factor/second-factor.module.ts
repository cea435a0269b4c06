import { defineModule } from "../../module.ts";
import { registerAuthenticatorRoutes } from "./authenticator.routes.ts";
import { registerFactorRoutes } from "./factors.routes.ts";
import { sealedTotpSecrets } from "./reseal-totp.ts";
import { startSecondFactor } from "./start-second-factor.ts";

export const secondFactorModule = defineModule({
  name: "second-factor",
  needs: ["mail", "people", "security-hold", "sessions"],
  routes: [registerFactorRoutes, registerAuthenticatorRoutes],
  jobs: [startSecondFactor],
  sealedStores: [sealedTotpSecrets],
});
