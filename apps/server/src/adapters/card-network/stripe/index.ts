export { startStripeIssuing } from "./start-stripe-issuing.ts";
export { registerStripeIssuingRoutes } from "./stripe-issuing.routes.ts";
