export { findPriceRises, type PriceRise } from "./find-price-rises.ts";
export { registerOutlookRoutes } from "./outlook.routes.ts";
