import { defineModule } from "../../module.ts";
import { sealedAttachments } from "./attachments/reseal-attachments.ts";
import { registerSupportDeskRoutes } from "./inbox/support-desk.routes.ts";
import { conversationsQueue } from "./inbox/waiting-conversations.repository.ts";
import { startSupport } from "./start-support.ts";
import { registerSupportRoutes } from "./support.routes.ts";

export const supportModule = defineModule({
  name: "support",
  needs: ["approvals", "bills", "cases", "files", "lifecycle", "mail", "payouts", "people"],
  routes: [registerSupportRoutes, registerSupportDeskRoutes],
  jobs: [startSupport],
  queues: [conversationsQueue],
  sealedStores: [sealedAttachments],
});
