import { entry } from "./catalog-entry.ts";

/** Errors about withdrawals. */
export const WITHDRAWAL_ERRORS = {
  withdrawal_out_of_bounds: entry(
    400,
    "This amount is below the network’s minimum or above the limit for a single withdrawal.",
    "金额低于该网络的最低提现额，或超出单笔上限",
    "金額低於該網路的最低提領額，或超出單筆上限",
  ),
  address_malformed: entry(
    400,
    "This is not a valid address. Paste it as your wallet shows it.",
    "这不是可收款的地址，请按你的钱包显示的内容粘贴",
    "這不是可收款的地址，請依你的錢包顯示的內容貼上",
  ),
  address_checksum: entry(
    400,
    "This address contains a mistake: its checksum doesn’t match. Paste it again.",
    "地址有误：校验和不符，请重新粘贴",
    "地址有誤：檢查碼不符，請重新貼上",
  ),
  address_network: entry(
    400,
    "This address belongs to a different network. Choose that network or use another address.",
    "该地址不属于所选网络",
    "該地址不屬於所選網路",
  ),
  address_own: entry(
    400,
    "This is a Tessera deposit address. Use an address of your own wallet.",
    "这是 Tessera 的充值地址，请填写你自己钱包的地址",
    "這是 Tessera 的儲值地址，請填寫你自己錢包的地址",
  ),
  stop_link_invalid: entry(
    400,
    "This link is wrong, already used or expired. Reset your password and contact support.",
    "链接无效、已使用或已过期，请重置密码并联系客服",
    "連結無效、已使用或已過期，請重設密碼並聯絡客服",
  ),
  withdrawal_not_cancellable: entry(
    409,
    "This withdrawal was sent or has ended. It can no longer be canceled.",
    "该提现已发出或已结束，无法取消",
    "該提領已送出或已結束，無法取消",
  ),
  withdrawal_limit: entry(
    409,
    "This exceeds what you can withdraw today. Nothing was charged.",
    "超出今日可提现额度，未扣除任何费用",
    "超出今日可提領額度，未扣除任何費用",
  ),
  withdrawals_locked: entry(
    409,
    "Your password or second factor changed. You can withdraw 24 hours after the change.",
    "你的密码或第二重验证在 24 小时内有变更，满 24 小时后方可提现",
    "你的密碼或第二重驗證在 24 小時內有變更，滿 24 小時後方可提領",
  ),
  withdrawals_on_hold: entry(
    409,
    "Your account is on hold because someone used a “not me” link. Contact support.",
    "账户因“不是我操作的”已被保护性锁定，请联系客服",
    "帳戶因「不是我操作的」已被保護性鎖定，請聯絡客服",
  ),
  security_hold_needs_reset: entry(
    409,
    "The customer has to reset their password before the hold can be lifted.",
    "客户须先重置密码，方可解除锁定",
    "客戶須先重設密碼，方可解除鎖定",
  ),
  security_hold_lifted: entry(
    409,
    "This security hold was already lifted. Nothing was changed.",
    "该保护性锁定已被解除，未作任何更改",
    "該保護性鎖定已被解除，未作任何變更",
  ),
  withdrawal_rate_stale: entry(
    409,
    "The rate is outdated, and today’s pays less. Reject it; the customer can withdraw again.",
    "其汇率已过时，且当前汇率可兑金额更少。请拒绝此提现，客户可按当前汇率重新提现",
    "其匯率已過時，且目前匯率可兌金額較少。請拒絕此提領，客戶可按目前匯率重新提領",
  ),
  address_cooling: entry(
    409,
    "This address was added less than 24 hours ago. You can use it after 24 hours.",
    "该地址添加未满 24 小时，届时方可使用",
    "該地址新增未滿 24 小時，屆時方可使用",
  ),
  address_known: entry(
    409,
    "This address is already in your address book.",
    "该地址已在你的地址簿中",
    "該地址已在你的地址簿中",
  ),
  address_lookalike: entry(
    409,
    "This address starts and ends like one you’ve used, but it’s different. Compare both in full.",
    "该地址的首尾与另一个已知地址相同，但并非同一地址，请完整核对两者",
    "該地址的首尾與另一個已知地址相同，但並非同一地址，請完整核對兩者",
  ),
  too_many_addresses: entry(
    409,
    "Your address book is full. Remove an address first.",
    "地址簿已满，请先移除一个地址",
    "地址簿已滿，請先移除一個地址",
  ),
} as const;
