export { registerCardsRoutes } from "./cards.routes.ts";
export { createQuote } from "./create-quote.ts";
export { findQuotedCard } from "./quotes.repository.ts";
export { spendQuote } from "./redeem-quote.ts";
