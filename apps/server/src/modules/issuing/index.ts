export { applyForCard } from "./apply-for-card.ts";
export { registerIssuingRoutes } from "./issuing.routes.ts";
export { revealCard } from "./reveal-card.ts";
export { cvvMatches, panIndexOf } from "./vault.ts";
