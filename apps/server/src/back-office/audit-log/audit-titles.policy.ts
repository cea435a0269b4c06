import { ACT_NAMES, type ActName, isActName } from "@tessera/contract/back-office/audit-titles";
import type { Locale, LocalizedText } from "@tessera/contract/errors/locales";
import { ACCESS_TITLES } from "./access-titles.policy.ts";
import { BANK_TITLES } from "./bank-titles.policy.ts";
import { COMPANY_TITLES } from "./company-titles.policy.ts";
import { MANDATE_TITLES } from "./mandate-titles.policy.ts";
import { PROGRAM_RULE_TITLES } from "./program-rule-titles.policy.ts";
import { WEBHOOK_TITLES } from "./webhook-titles.policy.ts";

/** Title of each action. */
const TITLES: Readonly<Record<ActName, LocalizedText>> = {
  customer_opened: { en: "Account opened", "zh-CN": "账户开立", "zh-TW": "帳戶開立" },
  "legal.accept": {
    en: "Legal texts accepted",
    "zh-CN": "接受法律文件",
    "zh-TW": "接受法律文件",
  },
  password_changed: { en: "Password changed", "zh-CN": "修改密码", "zh-TW": "變更密碼" },
  password_reset: {
    en: "Password reset by email",
    "zh-CN": "通过邮件重置密码",
    "zh-TW": "以郵件重設密碼",
  },
  username_changed: { en: "Username changed", "zh-CN": "修改用户名", "zh-TW": "變更使用者名稱" },
  email_change_asked: {
    en: "Email change requested",
    "zh-CN": "申请变更邮箱",
    "zh-TW": "申請變更電子郵件",
  },
  email_change_ended: {
    en: "Email change canceled",
    "zh-CN": "放弃变更邮箱",
    "zh-TW": "放棄變更電子郵件",
  },
  email_changed: { en: "Email changed", "zh-CN": "变更邮箱", "zh-TW": "變更電子郵件" },
  email_restored: {
    en: "Previous email restored",
    "zh-CN": "恢复原邮箱",
    "zh-TW": "恢復原電子郵件",
  },
  second_factor_failed: {
    en: "Right password, wrong second factor",
    "zh-CN": "密码正确，第二重验证失败",
    "zh-TW": "密碼正確，第二重驗證失敗",
  },
  "account_closing.ask": {
    en: "Account closing requested",
    "zh-CN": "申请注销账户",
    "zh-TW": "申請註銷帳戶",
  },
  "account_closing.name": {
    en: "Remaining amounts confirmed for closing",
    "zh-CN": "确认注销账户时的剩余金额",
    "zh-TW": "確認註銷帳戶時的剩餘金額",
  },
  "account_closing.cancel": {
    en: "Account closing canceled",
    "zh-CN": "取消注销账户",
    "zh-TW": "取消註銷帳戶",
  },
  "account_closing.begin": {
    en: "Cooling-off period over, cards are closing",
    "zh-CN": "冷静期结束，开始注销卡片",
    "zh-TW": "冷靜期結束，開始註銷卡片",
  },
  "account_closing.closed": { en: "Account closed", "zh-CN": "账户已注销", "zh-TW": "帳戶已註銷" },
  proof_failed: {
    en: "Confirmation refused",
    "zh-CN": "再次验证未通过",
    "zh-TW": "再次驗證未通過",
  },
  "factor.add": {
    en: "Second factor added",
    "zh-CN": "添加第二重验证",
    "zh-TW": "新增第二重驗證",
  },
  "factor.remove": {
    en: "Second factor removed",
    "zh-CN": "移除第二重验证",
    "zh-TW": "移除第二重驗證",
  },
  "factor.rename": {
    en: "Passkey renamed",
    "zh-CN": "重命名通行密钥",
    "zh-TW": "重新命名通行密鑰",
  },
  "factor.recovery_codes": {
    en: "New recovery codes generated",
    "zh-CN": "生成新的恢复码",
    "zh-TW": "產生新的復原碼",
  },
  "factor.reset": {
    en: "Second factor reset",
    "zh-CN": "重置第二重验证",
    "zh-TW": "重設第二重驗證",
  },
  "customer.suspended": { en: "Account suspended", "zh-CN": "账户停用", "zh-TW": "帳戶停用" },
  "customer.unsuspended": { en: "Account restored", "zh-CN": "账户恢复", "zh-TW": "帳戶恢復" },
  "customer.erased": {
    en: "Personal data erased",
    "zh-CN": "个人数据已清除",
    "zh-TW": "個人資料已清除",
  },
  "logs.exported": { en: "Logs exported", "zh-CN": "导出日志", "zh-TW": "匯出日誌" },
  "export.create": { en: "Export requested", "zh-CN": "申请导出", "zh-TW": "申請匯出" },
  "export.cancel": { en: "Export canceled", "zh-CN": "取消导出", "zh-TW": "取消匯出" },
  "export.download": { en: "Export downloaded", "zh-CN": "下载导出文件", "zh-TW": "下載匯出檔案" },
  "my_data.request": {
    en: "Data archive requested",
    "zh-CN": "申请个人数据副本",
    "zh-TW": "申請個人資料封存檔",
  },
  "my_data.cancel": {
    en: "Data archive canceled",
    "zh-CN": "取消个人数据副本",
    "zh-TW": "取消個人資料封存檔",
  },
  "my_data.download": {
    en: "Data archive downloaded",
    "zh-CN": "下载个人数据副本",
    "zh-TW": "下載個人資料封存檔",
  },
  "card.issue": { en: "Card issued", "zh-CN": "卡片开立", "zh-TW": "卡片開立" },
  "card.reveal": { en: "Card details shown", "zh-CN": "查看卡片信息", "zh-TW": "檢視卡片資訊" },
  "card.freeze": { en: "Card frozen", "zh-CN": "卡片冻结", "zh-TW": "卡片凍結" },
  "card.unfreeze": { en: "Card unfrozen", "zh-CN": "卡片解冻", "zh-TW": "卡片解凍" },
  "card.schedule": { en: "Blocked hours set", "zh-CN": "设置停用时段", "zh-TW": "設定停用時段" },
  "card.label": {
    en: "Card renamed",
    "zh-CN": "修改卡片名称或标签",
    "zh-TW": "修改卡片名稱或標籤",
  },
  "card.limits": {
    en: "Card limits set",
    "zh-CN": "设置卡片限额",
    "zh-TW": "設定卡片限額",
  },
  "card.draw": {
    en: "Drawing on the account set",
    "zh-CN": "设置从账户支取",
    "zh-TW": "設定從帳戶支取",
  },
  "card.auto_top_up": { en: "Auto top-up set", "zh-CN": "设置自动转入", "zh-TW": "設定自動轉入" },
  "card.replace": { en: "Card replaced", "zh-CN": "卡片补换", "zh-TW": "卡片補換" },
  "card.close_asked": { en: "Card closing", "zh-CN": "申请注销卡片", "zh-TW": "申請註銷卡片" },
  "card.close": { en: "Card closed", "zh-CN": "卡片注销", "zh-TW": "卡片註銷" },
  "strategy.create": { en: "Rule created", "zh-CN": "新建规则", "zh-TW": "新增規則" },
  "strategy.revise": { en: "Rule changed", "zh-CN": "修改规则", "zh-TW": "修改規則" },
  "strategy.status": {
    en: "Rule status changed",
    "zh-CN": "切换规则状态",
    "zh-TW": "切換規則狀態",
  },
  "payment.allow": { en: "Payment allowed", "zh-CN": "放行付款", "zh-TW": "放行付款" },
  "payment.disallow": {
    en: "One-time exception withdrawn",
    "zh-CN": "撤回放行",
    "zh-TW": "撤回放行",
  },
  "review.decided": { en: "Payment reviewed", "zh-CN": "审核付款", "zh-TW": "審核付款" },
  "customer.review_flag": {
    en: "Review of all requests turned on or off",
    "zh-CN": "开启或关闭全部申请人工审核",
    "zh-TW": "開啟或關閉全部申請人工審核",
  },
  "case.open": { en: "Sent for review", "zh-CN": "提交审核", "zh-TW": "送交審核" },
  "case.revise": {
    en: "Request under review changed",
    "zh-CN": "审核中的申请已变更",
    "zh-TW": "審核中的申請已變更",
  },
  "case.assign": { en: "Review assigned", "zh-CN": "分配审核", "zh-TW": "指派審核" },
  "case.note": { en: "Review note added", "zh-CN": "添加审核备注", "zh-TW": "新增審核備註" },
  "case.ask": {
    en: "Review waiting for the customer",
    "zh-CN": "审核等待客户补充资料",
    "zh-TW": "審核等待客戶補充資料",
  },
  "case.document": { en: "Document sent", "zh-CN": "提交文件", "zh-TW": "提交文件" },
  "case.document_read": { en: "Document opened", "zh-CN": "查看文件", "zh-TW": "檢視文件" },
  "case.answer": { en: "Review answered", "zh-CN": "回复审核", "zh-TW": "回覆審核" },
  "case.first_approval": {
    en: "First of two approvals",
    "zh-CN": "双人复核：首位已批准",
    "zh-TW": "雙人覆核：首位已核准",
  },
  "case.approve": { en: "Review approved", "zh-CN": "审核通过", "zh-TW": "審核通過" },
  "case.reject": { en: "Review rejected", "zh-CN": "审核未通过", "zh-TW": "審核未通過" },
  "case.end": {
    en: "Review ended without a decision",
    "zh-CN": "审核未作决定即结束",
    "zh-TW": "審核未作決定即結束",
  },
  "case.appeal": { en: "Review appealed", "zh-CN": "审核申诉", "zh-TW": "審核申訴" },
  "deposit.credited": { en: "Deposit credited", "zh-CN": "充值入账", "zh-TW": "儲值入帳" },
  ...ACCESS_TITLES,
  ...WEBHOOK_TITLES,
  ...BANK_TITLES,
  ...COMPANY_TITLES,
  ...MANDATE_TITLES,
  "payout_address.add": { en: "Address added", "zh-CN": "添加提现地址", "zh-TW": "新增提領地址" },
  "payout_address.rename": {
    en: "Address renamed",
    "zh-CN": "重命名提现地址",
    "zh-TW": "重新命名提領地址",
  },
  "payout_address.remove": {
    en: "Address removed",
    "zh-CN": "移除提现地址",
    "zh-TW": "移除提領地址",
  },
  "withdrawal.create": { en: "Withdrawal requested", "zh-CN": "申请提现", "zh-TW": "申請提領" },
  "withdrawal.cancel": { en: "Withdrawal canceled", "zh-CN": "取消提现", "zh-TW": "取消提領" },
  "withdrawal.ended": { en: "Withdrawal ended", "zh-CN": "提现结束", "zh-TW": "提領結束" },
  "security_hold.begin": {
    en: "“Not me”: account put on hold",
    "zh-CN": "“不是我”：账户已锁定",
    "zh-TW": "「不是我」：帳戶已鎖定",
  },
  "security_hold.lift": { en: "Hold lifted", "zh-CN": "解除账户锁定", "zh-TW": "解除帳戶鎖定" },
  "announcement.published": {
    en: "Announcement published",
    "zh-CN": "发布公告",
    "zh-TW": "發布公告",
  },
  "announcement.create": { en: "Announcement created", "zh-CN": "新建公告", "zh-TW": "新增公告" },
  "announcement.change": { en: "Announcement changed", "zh-CN": "修改公告", "zh-TW": "修改公告" },
  "announcement.delete": { en: "Announcement deleted", "zh-CN": "删除公告", "zh-TW": "刪除公告" },
  "support.reply": { en: "Support replied", "zh-CN": "客服已回复", "zh-TW": "客服已回覆" },
  "support.note": { en: "Support note added", "zh-CN": "客服备注", "zh-TW": "客服備註" },
  "support.assign": {
    en: "Conversation assigned",
    "zh-CN": "分配客服会话",
    "zh-TW": "指派客服對話",
  },
  "support.status": {
    en: "Conversation moved",
    "zh-CN": "更改客服会话状态",
    "zh-TW": "變更客服對話狀態",
  },
  "support.priority": {
    en: "Conversation priority changed",
    "zh-CN": "设置客服会话优先级",
    "zh-TW": "設定客服對話優先順序",
  },
  "support.answer_create": {
    en: "Saved reply created",
    "zh-CN": "新建快捷回复",
    "zh-TW": "新增罐頭回覆",
  },
  "support.answer_change": {
    en: "Saved reply changed",
    "zh-CN": "修改快捷回复",
    "zh-TW": "修改罐頭回覆",
  },
  "support.answer_delete": {
    en: "Saved reply deleted",
    "zh-CN": "删除快捷回复",
    "zh-TW": "刪除罐頭回覆",
  },
  "segment.create": { en: "Card product added", "zh-CN": "新增卡段", "zh-TW": "新增卡段" },
  "segment.change": { en: "Card product changed", "zh-CN": "修改卡段", "zh-TW": "修改卡段" },
  "segment.stock": { en: "Stock changed", "zh-CN": "调整库存", "zh-TW": "調整庫存" },
  "fees.publish": { en: "Fees published", "zh-CN": "发布费率", "zh-TW": "發布費率" },
  "fees.cancel": { en: "Fees canceled", "zh-CN": "取消费率", "zh-TW": "取消費率" },
  "settings.change": { en: "Limits changed", "zh-CN": "修改限额", "zh-TW": "修改限額" },
  ...PROGRAM_RULE_TITLES,
  "account.stop": { en: "Account stopped", "zh-CN": "停用账户", "zh-TW": "停用帳戶" },
  "account.stop_lift": {
    en: "Account stop lifted",
    "zh-CN": "解除账户停用",
    "zh-TW": "解除帳戶停用",
  },
  "network.unknown_numbers": {
    en: "Many unknown card numbers tried in a BIN",
    "zh-CN": "某 BIN 出现大量未知卡号试探",
    "zh-TW": "某 BIN 出現大量未知卡號試探",
  },
  "network.match": {
    en: "Network message matched",
    "zh-CN": "匹配卡组织消息",
    "zh-TW": "配對卡組織訊息",
  },
  "network.dismiss": {
    en: "Network message dismissed",
    "zh-CN": "忽略卡组织消息",
    "zh-TW": "略過卡組織訊息",
  },
  "customer.viewed": { en: "Customer viewed", "zh-CN": "查看客户", "zh-TW": "檢視客戶" },
  "customer.noted": { en: "Note added", "zh-CN": "写入备注", "zh-TW": "寫入備註" },
  "correction.propose": { en: "Adjustment proposed", "zh-CN": "提出更正", "zh-TW": "提出更正" },
  "correction.revise": {
    en: "Proposed adjustment changed",
    "zh-CN": "修改更正提议",
    "zh-TW": "修改更正提議",
  },
  "correction.withdraw": {
    en: "Adjustment withdrawn",
    "zh-CN": "撤回更正提议",
    "zh-TW": "撤回更正提議",
  },
  "correction.approve": { en: "Adjustment approved", "zh-CN": "批准更正", "zh-TW": "核准更正" },
  "correction.refuse": { en: "Adjustment rejected", "zh-CN": "拒绝更正", "zh-TW": "拒絕更正" },
  "audit.exported": { en: "Audit log exported", "zh-CN": "导出审计日志", "zh-TW": "匯出稽核日誌" },
  "operator.create": { en: "Operator added", "zh-CN": "新增运营人员", "zh-TW": "新增營運人員" },
  "operator.invite": {
    en: "Operator invited",
    "zh-CN": "邀请运营人员",
    "zh-TW": "邀請營運人員",
  },
  "operator.invite_resend": {
    en: "Invitation resent",
    "zh-CN": "重新发送邀请",
    "zh-TW": "重新傳送邀請",
  },
  "operator.invite_withdraw": {
    en: "Invitation withdrawn",
    "zh-CN": "撤回邀请",
    "zh-TW": "撤回邀請",
  },
  "operator.join": {
    en: "Invitation accepted",
    "zh-CN": "接受邀请",
    "zh-TW": "接受邀請",
  },
  "operator.role": {
    en: "Operator’s role changed",
    "zh-CN": "更改运营人员角色",
    "zh-TW": "變更營運人員角色",
  },
  "operator.suspend": {
    en: "Operator suspended",
    "zh-CN": "暂停运营人员",
    "zh-TW": "暫停營運人員",
  },
  "operator.resume": {
    en: "Operator’s access resumed",
    "zh-CN": "恢复运营人员",
    "zh-TW": "恢復營運人員",
  },
  "operator.remove": {
    en: "Operator removed",
    "zh-CN": "移除运营人员",
    "zh-TW": "移除營運人員",
  },
  "proposal.create": {
    en: "Change proposed for a second administrator",
    "zh-CN": "提出须第二位管理员批准的更改",
    "zh-TW": "提出須第二位管理員核准的變更",
  },
  "proposal.approve": {
    en: "Proposal approved",
    "zh-CN": "批准申请",
    "zh-TW": "核准申請",
  },
  "proposal.reject": {
    en: "Proposal rejected",
    "zh-CN": "驳回申请",
    "zh-TW": "駁回申請",
  },
  "proposal.withdraw": {
    en: "Proposal withdrawn",
    "zh-CN": "撤回申请",
    "zh-TW": "撤回申請",
  },
  "keys.replaced": { en: "Keys replaced", "zh-CN": "更换密钥", "zh-TW": "更換金鑰" },
  "backup.made": { en: "Backup created", "zh-CN": "创建备份", "zh-TW": "建立備份" },
  "backup.restored": { en: "Backup restored", "zh-CN": "从备份恢复", "zh-TW": "從備份還原" },
  "customer_data.exported": {
    en: "Personal data exported",
    "zh-CN": "导出个人数据",
    "zh-TW": "匯出個人資料",
  },
  "movements.exported": {
    en: "Movements exported",
    "zh-CN": "导出交易明细",
    "zh-TW": "匯出交易明細",
  },
};

const NEW_DEVICE: LocalizedText = {
  en: "Signed in on a new device",
  "zh-CN": "在新设备上登录",
  "zh-TW": "在新裝置上登入",
};

/** Returns an event's title, or the recorded name if this version does not know the action. */
export function actTitle(action: string, isNewDevice: boolean, locale: Locale): string {
  if (!isActName(action)) {
    return action;
  }
  return action === "signed_in" && isNewDevice ? NEW_DEVICE[locale] : TITLES[action][locale];
}

/** Lists the actions whose title in the reader's language contains a given text. */
export function actsTitled(text: string, locale: Locale): ActName[] {
  const wanted = text.toLowerCase();
  return ACT_NAMES.filter((act) => TITLES[act][locale].toLowerCase().includes(wanted));
}
