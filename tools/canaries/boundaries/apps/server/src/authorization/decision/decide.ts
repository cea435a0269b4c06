// canary: modules-form-no-cycle
export { review } from "../../back-office/cases/index.ts";
