// canary: no-unresolvable
export { nothing } from "./nowhere.ts";
