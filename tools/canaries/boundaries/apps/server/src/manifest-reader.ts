// canary: manifest-is-for-the-list
export { lifecycleModule } from "./cards/lifecycle/lifecycle.module.ts";
