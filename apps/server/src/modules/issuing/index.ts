export { applicationCases } from "./application-cases.ts";
export { applyForCard } from "./apply-for-card.ts";
export { findCardOfIssuer, findIssuerCardId } from "./issuer-cards.repository.ts";
export { registerIssuingRoutes } from "./issuing.routes.ts";
export { sealedNumbers } from "./reseal-numbers.ts";
export { revealCard } from "./reveal-card.ts";
export { findActiveSegment } from "./segments.repository.ts";
export { cvvMatches, panIndexOf } from "./vault.ts";
