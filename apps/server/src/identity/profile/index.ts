export { presentProfile } from "./accounts.presenter.ts";
export { registerAccountsRoutes } from "./accounts.routes.ts";
export { startAccounts } from "./start-accounts.ts";
