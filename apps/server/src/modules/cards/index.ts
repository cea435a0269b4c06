export { beginClosing } from "./begin-closing.ts";
export { CARD_CHECKS } from "./card-checks.repository.ts";
export { restsAt } from "./card-schedule.policy.ts";
export { requireLiving, requireReplaceable } from "./card-state.ts";
export {
  type CardStanding,
  findStanding,
  insertCard,
  lockAnyCard,
  lockCard,
  type NewCard,
} from "./cards.repository.ts";
export { registerCardsRoutes } from "./cards.routes.ts";
export type { CardReplacementRow, CardRow, StoredFreeze, StoredSchedule } from "./cards.tables.ts";
export { ledgerClientKey } from "./client-key.ts";
export { closeCardWithin } from "./close-card.ts";
export { startDebtCollection } from "./collect-debts.ts";
export { countWrongTry, startForgettingTries } from "./count-wrong-try.ts";
export { createQuote } from "./create-quote.ts";
export { finishClosing, startClosings } from "./finish-closing.ts";
export { type CardCommand, setCardFrozen } from "./freeze-card.ts";
export { freezeWithin } from "./freeze-within.ts";
export { lockToMerchant, recoverLock, unlockMerchant } from "./merchant-lock.ts";
export { leaveCard, postMove, reachCard } from "./move-to-successor.ts";
export { createQuoteLookup, type QuoteLookup } from "./quote-lookup.ts";
export { getCard, listCards, listEveryCard } from "./read-cards.ts";
export { indebted, repayDebt } from "./repay-debt.ts";
export { spendQuote } from "./spend-quote.ts";
