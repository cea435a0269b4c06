export {
  AMOUNT_PATTERN,
  formatAmount,
  greater,
  lesser,
  MAX_AMOUNT_MINOR,
  parseAmount,
} from "./amount.ts";
export { CURRENCIES, type CurrencyCode, currencyTraits, isCurrency } from "./currency.ts";
export { feeOf } from "./fee.ts";
export {
  decimalsOf,
  formatMerchantAmount,
  isMerchantCurrency,
  MERCHANT_AMOUNT_PATTERN,
  MERCHANT_CURRENCIES,
  parseMerchantAmount,
} from "./iso-4217.ts";
export { convertForDisplay, formatRate, parseRate, RATE_SCALE } from "./rate.ts";
