import { entry } from "./catalog-entry.ts";

/** Errors for requests that violate a program rule, and for changes to program rules. */
export const PROGRAM_RULE_ERRORS = {
  programme_rule_own: entry(
    403,
    "You proposed this change. Another administrator has to decide on it.",
    "这是你提出的更改，须由另一位管理员决定",
    "這是你提出的變更，須由另一位管理員決定",
  ),
  programme_rule_not_yours: entry(
    403,
    "Another administrator proposed this change. Only they can withdraw it.",
    "该更改由另一位管理员提出，仅提出者可撤回",
    "此變更由另一位管理員提出，僅提出者可撤回",
  ),
  programme_rule_decided: entry(
    409,
    "This change has been decided already, or it has expired. Nothing was changed.",
    "该更改已有决定或已过期，未作任何变动",
    "此變更已有決定或已過期，未作任何變動",
  ),
  programme_rule_open: entry(
    409,
    "A change to this rule is waiting for a decision. Decide or withdraw it first.",
    "该规则有一项更改正等待决定，请先处理或撤回",
    "此規則有一項變更正等待決定，請先處理或撤回",
  ),
  too_many_programme_rules: entry(
    409,
    "The program has reached its maximum number of rules. Change one that is off instead.",
    "规则数量已达上限，请改用已停用的规则",
    "規則數量已達上限，請改用已停用的規則",
  ),
  country_not_served: entry(
    409,
    "Tessera doesn’t issue cards for billing addresses in this country. Use another address.",
    "Tessera 不支持该国家或地区的账单地址，请使用其他地址",
    "Tessera 不支援該國家或地區的帳單地址，請使用其他地址",
  ),
  too_many_new_cards: entry(
    409,
    "You have reached today’s limit for new cards. Try again tomorrow.",
    "今日新开卡数量已达上限，请明天再试",
    "今日新開卡數量已達上限，請明天再試",
  ),
} as const;
