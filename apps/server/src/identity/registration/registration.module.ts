import { defineModule } from "../../module.ts";
import { registerRegistrationRoutes } from "./registration.routes.ts";
import { startRegistration } from "./start-registration.ts";

export const registrationModule = defineModule({
  name: "registration",
  needs: ["email-codes", "legal", "mail", "passwords", "people", "sessions", "sign-in"],
  routes: [registerRegistrationRoutes],
  jobs: [startRegistration],
});
