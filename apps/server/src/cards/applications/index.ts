export { applyForCard, requireServedHolder } from "./apply-for-card.ts";
export { issueCardWithin } from "./issue-card.ts";
export { reviewReasons } from "./review-reasons.ts";
