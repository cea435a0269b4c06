// canary: screens-know-no-app
export { router } from "../../../app/router.ts";
