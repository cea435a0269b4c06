export type { CardCall } from "./card-call.ts";
export { CARD_CHECKS } from "./card-checks.repository.ts";
export { refusalOfState, requireLiving, requireReplaceable } from "./card-refusals.ts";
export { restsAt } from "./card-schedule.policy.ts";
export { type Funding, presentFunding, presentQuote } from "./cards.presenter.ts";
export {
  type CardStanding,
  findStanding,
  insertCard,
  lockAnyCard,
  lockCard,
  type NewCard,
} from "./cards.repository.ts";
export { ledgerClientKey } from "./client-key.ts";
export { beginClosing } from "./closing/begin-closing.ts";
export { closeCardWithin } from "./closing/close-card.ts";
export { finishClosing } from "./closing/finish-closing.ts";
export { leaveCard, postMove, reachCard } from "./closing/successor-movements.ts";
export { countWrongTry } from "./freezes/count-wrong-try.ts";
export { type CardCommand, setCardFrozen } from "./freezes/freeze-card.ts";
export { freezeWithin } from "./freezes/freeze-within.ts";
export { lockToMerchant, recoverLock, unlockMerchant } from "./merchant-lock.ts";
export { getCard, listCards, listEveryCard } from "./read-cards.ts";
export { indebted, repayDebt } from "./receivables/repay-debt.ts";
