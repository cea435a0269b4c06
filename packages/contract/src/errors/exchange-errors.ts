import { entry } from "./catalog-entry.ts";

/** Errors about exchanges between a customer's own accounts. */
export const EXCHANGE_ERRORS = {
  exchange_out_of_bounds: entry(
    400,
    "Both amounts of an exchange must be at least 1.00. Choose a larger amount, or a smaller one.",
    "兑换双方的金额均不得低于 1.00，且不得超出单笔上限，请调整金额",
    "兌換雙方的金額均不得低於 1.00，且不得超出單筆上限，請調整金額",
  ),
  exchange_paused: entry(
    409,
    "This amount can’t be exchanged in this direction right now. Nothing was charged. Try less.",
    "目前无法按此方向兑换该金额，资金未发生变动，请减少金额或稍后再试",
    "目前無法按此方向兌換該金額，資金未發生變動，請減少金額或稍後再試",
  ),
} as const;
