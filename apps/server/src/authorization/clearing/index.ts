export { clearAuthorization, clearWithin } from "./clear-authorization.ts";
export { forcePost, refundCard, unaskedWithin } from "./force-post.ts";
export { permittedDifference } from "./overcapture.policy.ts";
export { reverseRefund } from "./reverse-refund.ts";
