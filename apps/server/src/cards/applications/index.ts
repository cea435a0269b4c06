export { applicationCases } from "./application-cases.ts";
export { applyForCard } from "./apply-for-card.ts";
export { registerIssuingRoutes } from "./issuing.routes.ts";
