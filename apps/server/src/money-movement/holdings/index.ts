export { type Holding, selectHoldings } from "./holdings.repository.ts";
export { convertedTotal } from "./wallet-total.policy.ts";
