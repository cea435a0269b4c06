export {
  AMOUNT_PATTERN,
  formatAmount,
  greater,
  lesser,
  MAX_AMOUNT_MINOR,
  parseAmount,
} from "./amount.ts";
export { CURRENCIES, type CurrencyCode, isCurrency } from "./currency.ts";
export { feeOf } from "./fee.ts";
export { convertForDisplay, formatRate, parseRate, RATE_SCALE } from "./rate.ts";
