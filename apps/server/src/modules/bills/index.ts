export { registerBillsRoutes } from "./bills.routes.ts";
export { listMovements } from "./list-movements.ts";
