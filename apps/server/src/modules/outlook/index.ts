export { findPriceRises, type PriceRise } from "./find-price-rises.ts";
export {
  findRecurringMerchants,
  type RecurringMerchant,
} from "./find-recurring-merchants.ts";
export { registerOutlookRoutes } from "./outlook.routes.ts";
