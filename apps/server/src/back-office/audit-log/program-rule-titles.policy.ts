import type { LocalizedText } from "@tessera/contract/errors/locales";

/** Titles of the actions on program rules. */
export const PROGRAM_RULE_TITLES = {
  "programme_rule.create": {
    en: "Program rule added",
    "zh-CN": "新增平台规则",
    "zh-TW": "新增平台規則",
  },
  "programme_rule.change": {
    en: "Program rule changed",
    "zh-CN": "修改平台规则",
    "zh-TW": "修改平台規則",
  },
  "programme_rule.propose": {
    en: "Program rule change proposed",
    "zh-CN": "提出平台规则更改",
    "zh-TW": "提出平台規則變更",
  },
  "programme_rule.approve": {
    en: "Program rule change approved",
    "zh-CN": "批准平台规则更改",
    "zh-TW": "核准平台規則變更",
  },
  "programme_rule.reject": {
    en: "Program rule change rejected",
    "zh-CN": "驳回平台规则更改",
    "zh-TW": "駁回平台規則變更",
  },
  "programme_rule.withdraw": {
    en: "Program rule change withdrawn",
    "zh-CN": "撤回平台规则更改",
    "zh-TW": "撤回平台規則變更",
  },
  "programme_rule.refused": {
    en: "Address or new card refused by a program rule",
    "zh-CN": "地址或新卡被平台规则拒绝",
    "zh-TW": "地址或新卡遭平台規則拒絕",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
