import { defineModule } from "../../module.ts";
import { registerPasswordsRoutes } from "./passwords.routes.ts";

export const passwordsModule = defineModule({
  name: "passwords",
  needs: ["email-codes", "mail", "people", "second-factor", "security-hold", "sessions", "sign-in"],
  routes: [registerPasswordsRoutes],
});
