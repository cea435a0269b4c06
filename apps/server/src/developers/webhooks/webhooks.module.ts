import { defineModule } from "../../module.ts";
import { stopWebhooks } from "./disable-endpoints.ts";
import { measureWebhooks } from "./measure-webhooks.ts";
import { sealedWebhookSecrets } from "./secrets.ts";
import { startWebhooks } from "./start-webhooks.ts";
import { registerWebhooksRoutes } from "./webhooks.routes.ts";

export const webhooksModule = defineModule({
  name: "webhooks",
  needs: ["mail", "payouts", "people", "security-hold", "sessions"],
  routes: [registerWebhooksRoutes],
  jobs: [startWebhooks],
  figures: [measureWebhooks],
  stopHandlers: [stopWebhooks],
  sealedStores: [sealedWebhookSecrets],
});
