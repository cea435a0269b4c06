export { registerCaseHandler } from "./case-handlers.ts";
export { selectCaseIds, selectOpenCase } from "./cases.repository.ts";
export { closeCase } from "./close-case.ts";
export { startCaseExpiry } from "./expire-cases.ts";
export { findCaseOf } from "./find-case-of.ts";
export { flagCustomer } from "./flag-customer.ts";
export { isFlagged } from "./flags.repository.ts";
export { getReview } from "./get-review.ts";
export { openCase } from "./open-case.ts";
export { registerOperatorReviewsRoutes } from "./operator-reviews.routes.ts";
export { openStoredDocument } from "./read-document.ts";
export { refuseCase } from "./refuse-case.ts";
export { sealedDocuments } from "./reseal-documents.ts";
export type {
  CaseFact,
  CaseHandler,
  Decider,
  ReviewCase,
} from "./review-case.ts";
export { registerReviewsRoutes } from "./reviews.routes.ts";
export { reviseCase } from "./revise-case.ts";
export { casesQueue } from "./waiting-cases.repository.ts";
