export { type Holding, selectHoldings } from "./holdings.repository.ts";
export { registerWalletRoutes } from "./wallet.routes.ts";
export { convertedTotal } from "./wallet-total.policy.ts";
