import { defineModule } from "../../module.ts";
import { registerEventRoutes } from "./events.routes.ts";

export const eventStreamModule = defineModule({
  name: "event-stream",
  needs: ["sessions"],
  routes: [registerEventRoutes],
});
