export { priceUsdt } from "./price-usdt.ts";
export { crossRate, type PerEuro } from "./rates.policy.ts";
export { presentRates } from "./rates.presenter.ts";
export { ratesOf } from "./rates-book.ts";
export { isUsdtDepegged, usdtRateOf } from "./usdt-rate.ts";
export { worthInDollars } from "./worth-in-dollars.ts";
