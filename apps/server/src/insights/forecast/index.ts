export { findExpectedCharges } from "./find-expected-charges.ts";
export { findPriceRises, type PriceRise } from "./find-price-rises.ts";
export { findRecurringMerchants } from "./find-recurring-merchants.ts";
