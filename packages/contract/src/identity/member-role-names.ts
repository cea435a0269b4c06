import type { Locale, LocalizedText } from "../errors/locales.ts";
import type { MemberRole } from "./member-permissions.ts";

/** The names of the roles of a company's members, within a sentence. */
export const MEMBER_ROLE_NAMES: Readonly<Record<MemberRole, LocalizedText>> = {
  owner: { en: "owner", "zh-CN": "所有者", "zh-TW": "擁有者" },
  admin: { en: "admin", "zh-CN": "管理员", "zh-TW": "管理員" },
  manager: { en: "manager", "zh-CN": "经理", "zh-TW": "經理" },
  bookkeeper: { en: "bookkeeper", "zh-CN": "会计", "zh-TW": "會計" },
  auditor: { en: "auditor", "zh-CN": "审计员", "zh-TW": "稽核員" },
};

function listed(roles: readonly MemberRole[], locale: Locale): string {
  const names = roles.map((role) => MEMBER_ROLE_NAMES[role][locale]);
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(names);
}

/** Says that a member's role does not permit a call, and who may make it. */
export function rolePermissionText(
  { role, allowed }: { readonly role: MemberRole; readonly allowed: readonly MemberRole[] },
  locale: Locale,
): string {
  const name = MEMBER_ROLE_NAMES[role][locale];
  const others = listed(allowed, locale);
  const texts: Readonly<Record<Locale, string>> = {
    en: `Your role in this company is ${name}, which can’t do this. Ask its ${others}.`,
    "zh-CN": `你在此公司的角色是${name}，不能执行此操作，请联系${others}`,
    "zh-TW": `你在此公司的角色是${name}，無法執行此操作，請聯絡${others}`,
  };
  return texts[locale];
}
