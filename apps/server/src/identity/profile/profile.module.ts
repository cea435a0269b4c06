import { defineModule } from "../../module.ts";
import { registerProfileRoutes } from "./profile.routes.ts";

export const profileModule = defineModule({
  name: "profile",
  needs: ["companies", "mail", "people", "sessions"],
  routes: [registerProfileRoutes],
});
