export { clearAuthorization, clearWithin } from "./clear-authorization.ts";
export { forcePost } from "./force-post.ts";
export { permittedDifference } from "./overcapture.policy.ts";
export { postWithoutAuthorizationWithin, priceSettled } from "./post-without-authorization.ts";
export { refundCard } from "./refund-card.ts";
export { reverseRefund } from "./reverse-refund.ts";
