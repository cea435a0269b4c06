import { defineModule } from "../../module.ts";
import { registerAutoTopUpRoutes } from "./auto-top-up.routes.ts";
import { startAutoTopUps } from "./start-auto-top-ups.ts";

export const autoTopUpModule = defineModule({
  name: "auto-top-up",
  needs: ["decision", "forecast", "funding", "legal", "lifecycle", "mail", "people"],
  routes: [registerAutoTopUpRoutes],
  jobs: [startAutoTopUps],
});
