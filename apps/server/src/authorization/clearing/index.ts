export { clearAuthorization, clearWithin } from "./clear-authorization.ts";
export { forcePost } from "./force-post.ts";
export { permittedDifference } from "./overcapture.policy.ts";
export { refundCard } from "./refund-card.ts";
export { reverseRefund } from "./reverse-refund.ts";
export { unaskedWithin } from "./settle-unasked.ts";
