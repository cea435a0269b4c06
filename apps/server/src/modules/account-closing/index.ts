export { registerAccountClosingRoutes } from "./account-closing.routes.ts";
export { type ClosedCustomer, closedCustomersBefore } from "./account-closings.repository.ts";
export { stopClosing } from "./cancel-closing.ts";
export { operatorClosingOf } from "./operator-closing.ts";
export { startAccountClosings } from "./settle-closings.ts";
