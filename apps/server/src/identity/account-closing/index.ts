export { registerAccountClosingRoutes } from "./account-closing.routes.ts";
export { operatorClosingOf } from "./operator-closing.ts";
export { startAccountClosings } from "./settle-closings.ts";
