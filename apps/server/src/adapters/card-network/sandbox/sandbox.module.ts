import { defineModule } from "../../../module.ts";
import { registerNetworkRoutes } from "./network.routes.ts";

export const sandboxNetworkModule = defineModule({
  name: "sandbox-network",
  needs: ["clearing", "conversion", "holds", "messages", "requests"],
  routes: [registerNetworkRoutes],
});
