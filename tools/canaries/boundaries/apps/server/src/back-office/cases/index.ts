export { review } from "./review.ts";
