// canary: modules-form-no-cycle
export { review } from "../reviews/index.ts";
