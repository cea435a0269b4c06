import { entry } from "./catalog-entry.ts";

/** Errors about exchanges between a customer's own accounts, and about the position they leave. */
export const EXCHANGE_ERRORS = {
  exchange_out_of_bounds: entry(
    400,
    "Both amounts must be at least 1.00 and within the limit. Choose another amount.",
    "兑换双方的金额均不得低于 1.00，且不得超出单笔上限，请调整金额",
    "兌換雙方的金額均不得低於 1.00，且不得超出單筆上限，請調整金額",
  ),
  exchange_paused: entry(
    409,
    "This amount can’t be exchanged in this direction right now. Nothing was charged. Try less.",
    "目前无法按此方向兑换该金额，未扣款，请减少金额或稍后再试",
    "目前無法按此方向兌換該金額，未扣款，請減少金額或稍後再試",
  ),
  bank_trade_recorded: entry(
    409,
    "A trade with this bank reference is already recorded. Nothing was booked again.",
    "该银行交易编号已有记录，未重复入账",
    "該銀行交易編號已有紀錄，未重複入帳",
  ),
} as const;
