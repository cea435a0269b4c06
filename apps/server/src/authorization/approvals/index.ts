export { expireReview } from "./decide-review.ts";
export { getReview } from "./get-review.ts";
export { countHeldPayments, findHeldPayment, listHeldPayments } from "./held-payments.ts";
export { REVIEW_HOURS } from "./review-time.ts";
export { findReviewOfMovement, insertReview } from "./reviews.repository.ts";
