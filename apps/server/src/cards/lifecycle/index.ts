export { type CardCall, commandOf } from "./card-call.ts";
export { CARD_CHECKS } from "./card-checks.repository.ts";
export { restsAt } from "./card-schedule.policy.ts";
export { registerCardSettingsRoutes } from "./card-settings.routes.ts";
export { refusalOfState, requireLiving, requireReplaceable } from "./card-state.ts";
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
export { closeCard, closeCardWithin } from "./closing/close-card.ts";
export { finishClosing, startClosings } from "./closing/finish-closing.ts";
export { leaveCard, postMove, reachCard } from "./closing/move-to-successor.ts";
export { countWrongTry, startForgettingTries } from "./freezes/count-wrong-try.ts";
export {
  freezeAsOperator,
  type OperatorCommand,
  unfreezeAsOperator,
} from "./freezes/freeze-as-operator.ts";
export { type CardCommand, setCardFrozen } from "./freezes/freeze-card.ts";
export { freezeWithin } from "./freezes/freeze-within.ts";
export { verifyCard } from "./freezes/verify-card.ts";
export { lockToMerchant, recoverLock, unlockMerchant } from "./merchant-lock.ts";
export { getCard, listCards, listEveryCard } from "./read-cards.ts";
export { startDebtCollection } from "./receivables/collect-debts.ts";
export { indebted, repayDebt } from "./receivables/repay-debt.ts";
export { setSchedule } from "./set-schedule.ts";
