import type { ActName } from "@tessera/contract/back-office/audit-titles";
import type { LocalizedText } from "@tessera/contract/errors/locales";

/** Titles of actions on companies and their members. */
export const COMPANY_TITLES = {
  "company.create": { en: "Company opened", "zh-CN": "创建公司", "zh-TW": "建立公司" },
  "company.session": {
    en: "Member switched to the company",
    "zh-CN": "成员切换到公司账户",
    "zh-TW": "成員切換到公司帳戶",
  },
  "company.handover_ask": {
    en: "Handover of the company requested",
    "zh-CN": "申请移交公司",
    "zh-TW": "申請移交公司",
  },
  "company.handover_end": {
    en: "Handover of the company canceled",
    "zh-CN": "取消移交公司",
    "zh-TW": "取消移交公司",
  },
  "company.handover": {
    en: "Company handed over",
    "zh-CN": "公司已移交",
    "zh-TW": "公司已移交",
  },
  "member.invite": { en: "Member invited", "zh-CN": "邀请成员", "zh-TW": "邀請成員" },
  "member.invite_withdraw": {
    en: "Invitation withdrawn",
    "zh-CN": "撤回成员邀请",
    "zh-TW": "撤回成員邀請",
  },
  "member.join": { en: "Member joined", "zh-CN": "成员加入", "zh-TW": "成員加入" },
  "member.role": { en: "Member’s role changed", "zh-CN": "更改成员角色", "zh-TW": "變更成員角色" },
  "member.leave": { en: "Member left", "zh-CN": "成员退出", "zh-TW": "成員退出" },
  "member.remove": { en: "Member removed", "zh-CN": "移除成员", "zh-TW": "移除成員" },
} as const satisfies Readonly<Partial<Record<ActName, LocalizedText>>>;
