export { exchangeSpread } from "./exchange-spread.ts";
export { perEuroOf } from "./other-rates.policy.ts";
export { priceAsset, priceUsdt } from "./price-usdt.ts";
export { crossRate, type PerEuro } from "./rates.policy.ts";
export { ratesBook } from "./rates-book.ts";
export { isAssetDepegged, usdtRateSource } from "./usdt-rate.ts";
export { worthInDollars } from "./worth-in-dollars.ts";
