import { defineModule } from "../../../module.ts";
import { measureInbox } from "./measure-inbox.ts";
import { startStripeIssuing } from "./start-stripe-issuing.ts";
import { registerStripeIssuingRoutes } from "./stripe-issuing.routes.ts";

export const stripeNetworkModule = defineModule({
  name: "stripe-network",
  needs: [
    "clearing",
    "decision",
    "holds",
    "issuance",
    "lifecycle",
    "messages",
    "requests",
    "security-hold",
    "sessions",
    "velocity",
  ],
  routes: [registerStripeIssuingRoutes],
  jobs: [startStripeIssuing],
  figures: [measureInbox],
});
