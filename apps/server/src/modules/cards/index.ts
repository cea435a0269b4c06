export { CARD_CHECKS } from "./card-checks.repository.ts";
export {
  type CardStanding,
  findStanding,
  insertCard,
  lockCard,
  type NewCard,
} from "./cards.repository.ts";
export { registerCardsRoutes } from "./cards.routes.ts";
export type { CardRow } from "./cards.tables.ts";
export { ledgerClientKey } from "./client-key.ts";
export { startDebtCollection } from "./collect-debts.ts";
export { createQuote } from "./create-quote.ts";
export { type CardCommand, setCardFrozen } from "./freeze-card.ts";
export { createQuoteLookup, type QuoteLookup } from "./quote-lookup.ts";
export { getCard, listCards } from "./read-cards.ts";
export { indebted, repayDebt } from "./repay-debt.ts";
export { spendQuote } from "./spend-quote.ts";
