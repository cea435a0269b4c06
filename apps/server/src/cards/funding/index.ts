export { createQuote } from "./create-quote.ts";
export { fundLockedCard } from "./fund-locked-card.ts";
export { fundNewCard } from "./fund-new-card.ts";
export { findQuotedCard } from "./quotes.repository.ts";
export { spendQuote } from "./redeem-quote.ts";
