import { entry } from "./catalog-entry.ts";

/** Errors that only operators can receive. */
export const BACK_OFFICE_ERRORS = {
  bank_entry_decided: entry(
    409,
    "This bank transfer is no longer in the queue. Nothing was changed.",
    "该银行转账已不在待处理列表中，未作任何变动",
    "此銀行轉帳已不在待處理清單中，未作任何變動",
  ),
  bank_trade_mismatch: entry(
    409,
    "This trade doesn’t fit the transaction, or another one is matched with it. Nothing was " +
      "changed.",
    "该外汇交易与这笔记录不符，或已与其他记录匹配，未作任何变动",
    "該外匯交易與這筆記錄不符，或已與其他記錄配對，未作任何變動",
  ),
  break_resolved: entry(
    409,
    "This break was closed in the meantime. Nothing was changed.",
    "该差异已在此期间关闭，未作任何变动",
    "此差異已在此期間關閉，未作任何變動",
  ),
  no_such_assignee: entry(
    409,
    "No active reviewer or administrator has this username. Nothing was changed.",
    "没有使用该用户名的在职审核员或管理员，未作任何变动",
    "沒有使用該使用者名稱的在職審核員或管理員，未作任何變動",
  ),
  no_factor_to_reset: entry(
    409,
    "This customer has no second factor. There is nothing to reset.",
    "该客户没有第二重验证，无需重置",
    "該客戶沒有第二重驗證，無需重設",
  ),
  factor_reset_open: entry(
    409,
    "A reset of this customer’s second factor is already waiting. Decide that one first.",
    "该客户的第二重验证已有待处理的重置申请，请先处理该申请",
    "該客戶的第二重驗證已有待處理的重設申請，請先處理該申請",
  ),
  programme_changed: entry(
    409,
    "This was changed in the meantime. Nothing was saved. Review the current state first.",
    "内容已在此期间被更改，本次未保存，请先查看最新内容",
    "內容已在此期間變更，本次未儲存，請先檢視最新內容",
  ),
  bin_taken: entry(
    409,
    "Another card product has this BIN. Nothing was saved.",
    "该 BIN 已被其他卡段使用，未保存",
    "此 BIN 已由其他卡段使用，未儲存",
  ),
  segment_in_use: entry(
    409,
    "Cards of this product were issued, so its basics can’t change. Nothing was saved.",
    "该卡段已发卡，BIN、卡组织、类型和币种不可更改，未保存",
    "此卡段已發卡，BIN、卡組織、類型與幣別不可變更，未儲存",
  ),
  stock_too_low: entry(
    409,
    "There aren’t that many cards in stock. Nothing was removed.",
    "库存不足，未减少任何库存",
    "庫存不足，未減少任何庫存",
  ),
  fees_moment_taken: entry(
    409,
    "Another version of the fees takes effect at that time. Choose another time.",
    "已有其他费率版本在该时间生效，请另选时间",
    "已有其他費率版本於該時間生效，請另選時間",
  ),
  fees_in_force: entry(
    409,
    "These fees are in force or about to be, so you can’t cancel them. Publish new ones.",
    "该费率已生效或即将生效，无法取消，请发布新的费率",
    "此費率已生效或即將生效，無法取消，請發布新的費率",
  ),
  unmatched_settled: entry(
    409,
    "This message was handled in the meantime. Check its result.",
    "该消息已处理，请查看处理结果",
    "此訊息已處理，請檢視處理結果",
  ),
  not_a_match: entry(
    409,
    "This authorization is on another card, in another currency, or was declined.",
    "该授权属于其他卡片、币种不同或已被拒付",
    "該授權屬於其他卡片、幣別不同或已遭拒付",
  ),
  finding_unresolved: entry(
    409,
    "This account still fails the check. Correct what it found first, then lift the stop.",
    "该账户仍未通过核对，请先更正再解除停用",
    "該帳戶仍未通過核對，請先更正再解除停用",
  ),
} as const;
