export { registerAccountsRoutes } from "./accounts.routes.ts";
export { accountOf, receivableOf } from "./customer-accounts.ts";
export { addOperator, openCustomer } from "./open-customer.ts";
export { hashPassword } from "./password-hasher.ts";
export { findPersonByName, type Person } from "./people.repository.ts";
export { createAuthenticator, openSession } from "./sessions.ts";
export { startAccounts } from "./start-accounts.ts";
export { liftSuspension, suspendCustomer } from "./suspend-customer.ts";
