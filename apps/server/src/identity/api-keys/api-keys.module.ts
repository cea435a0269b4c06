import { defineModule } from "../../module.ts";
import { registerApiKeysRoutes } from "./api-keys.routes.ts";
import { stopKeys } from "./revoke-key.ts";
import { startApiKeys } from "./start-api-keys.ts";

export const apiKeysModule = defineModule({
  name: "api-keys",
  needs: ["mail", "payouts", "people", "security-hold", "sessions"],
  routes: [registerApiKeysRoutes],
  jobs: [startApiKeys],
  stopHandlers: [stopKeys],
});
