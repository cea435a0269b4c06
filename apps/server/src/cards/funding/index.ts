export { createQuote } from "./create-quote.ts";
export { createQuoteLookup, type QuoteLookup } from "./quote-lookup.ts";
export { spendQuote } from "./redeem-quote.ts";
