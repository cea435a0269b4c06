export { registerAccountClosingRoutes } from "./account-closing.routes.ts";
export { closedCustomersBefore } from "./account-closings.repository.ts";
export { operatorClosingOf } from "./operator-closing.ts";
export { startAccountClosings } from "./settle-closings.ts";
