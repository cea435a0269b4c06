export { exchangeTerms, refundTerms } from "./exchange-terms.ts";
export {
  type AskedPayment,
  askedOnCard,
  type PayingCard,
  type Price,
  priceOfSettled,
  priceOnCard,
} from "./price-payment.ts";
export { currencyOfCard, statedAmount } from "./stated-amount.ts";
