export { emailChangeCases } from "./change-cases.ts";
export { registerEmailChangeRoutes } from "./email-change.routes.ts";
export { stopEmailChanges } from "./stop-changes.ts";
