import { defineModule } from "../../module.ts";
import { registerApprovalsRoutes } from "./approvals.routes.ts";
import { startReviewExpiry } from "./expire-reviews.ts";
import { heldPaymentsQueue } from "./waiting-payments.repository.ts";

export const approvalsModule = defineModule({
  name: "approvals",
  needs: ["decision", "rules"],
  routes: [registerApprovalsRoutes],
  jobs: [startReviewExpiry],
  queues: [heldPaymentsQueue],
});
