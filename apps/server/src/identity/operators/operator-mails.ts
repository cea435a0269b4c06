import type { Locale, LocalizedText } from "@tessera/contract/errors/locales";
import type { OperatorRole } from "@tessera/contract/identity/operators.schemas";
import type { MailContent } from "../../adapters/mail/index.ts";
import type { OperatorChange } from "./operator-standing.policy.ts";

type InEachLanguage = Readonly<Record<Locale, MailContent>>;

/** Names of the roles. In English with the article, for use within a sentence. */
const ROLES: Readonly<Record<OperatorRole, LocalizedText>> = {
  support: { en: "a member of support", "zh-CN": "客服", "zh-TW": "客服" },
  reviewer: { en: "a reviewer", "zh-CN": "审核员", "zh-TW": "審核員" },
  administrator: { en: "an administrator", "zh-CN": "管理员", "zh-TW": "管理員" },
  auditor: { en: "an auditor", "zh-CN": "审计员", "zh-TW": "稽核員" },
};

interface InvitationFacts {
  readonly role: OperatorRole;
  /** The username of the inviter; undefined if the command line invited. */
  readonly by: string | undefined;
  readonly hours: number;
}

/** Writes the email with an invitation link. */
export function invitationMail(url: string, { role, by, hours }: InvitationFacts): InEachLanguage {
  const name = ROLES[role];
  const inviter = by === undefined ? "平台" : `${by} `;
  return {
    en: {
      subject: "You are invited to join the Tessera operators",
      heading: "You are invited to join the Tessera operators",
      paragraphs: [
        `${by ?? "Your program"} invites you to work in the Tessera console as ${name.en}.`,
        "Choose a username and a password, then set up a second factor. The link works once, " +
          `for ${hours} hours.`,
      ],
      action: { label: "Accept the invitation", url },
      note: "Weren’t expecting this? Ignore this email. Nothing happens unless you use the link.",
    },
    "zh-CN": {
      subject: "邀请你加入 Tessera 运营团队",
      heading: "邀请你加入 Tessera 运营团队",
      paragraphs: [
        `${inviter}邀请你以“${name["zh-CN"]}”身份使用 Tessera 控制台。`,
        `请设置用户名和密码，随后设置第二重验证。链接 ${hours} 小时内有效，仅可使用一次。`,
      ],
      action: { label: "接受邀请", url },
      note: "如果你不了解此邀请，请忽略此邮件。不打开链接就不会发生任何更改。",
    },
    "zh-TW": {
      subject: "邀請你加入 Tessera 營運團隊",
      heading: "邀請你加入 Tessera 營運團隊",
      paragraphs: [
        `${inviter}邀請你以「${name["zh-TW"]}」身分使用 Tessera 主控台。`,
        `請設定使用者名稱與密碼，再設定第二重驗證。連結 ${hours} 小時內有效，僅可使用一次。`,
      ],
      action: { label: "接受邀請", url },
      note: "若你不了解此邀請，請忽略此郵件。不開啟連結就不會發生任何變更。",
    },
  };
}

/** Writes the email to an operator whose access has changed. */
export function accessMail(change: OperatorChange): InEachLanguage {
  const text = ACCESS[change.kind];
  const role = change.kind === "role" ? ROLES[change.role] : { en: "", "zh-CN": "", "zh-TW": "" };
  const mailIn = (locale: Locale, note: string): MailContent => ({
    subject: text.heading[locale],
    heading: text.heading[locale],
    paragraphs: [text.body[locale].replace("{role}", role[locale])],
    note,
  });
  return {
    en: mailIn("en", "Questions? Ask an administrator of your program."),
    "zh-CN": mailIn("zh-CN", "如有疑问，请联系你的管理员。"),
    "zh-TW": mailIn("zh-TW", "如有疑問，請聯絡你的管理員。"),
  };
}

const ACCESS: Readonly<
  Record<OperatorChange["kind"], { readonly heading: LocalizedText; readonly body: LocalizedText }>
> = {
  role: {
    heading: {
      en: "Your role in Tessera was changed",
      "zh-CN": "你在 Tessera 的角色已更改",
      "zh-TW": "你在 Tessera 的角色已變更",
    },
    body: {
      en: "You are now {role}. All devices were signed out: sign in again to continue.",
      "zh-CN": "你现在的角色是{role}。所有设备均已退出登录，请重新登录。",
      "zh-TW": "你現在的角色是{role}。所有裝置均已登出，請重新登入。",
    },
  },
  suspend: {
    heading: {
      en: "Your access to Tessera was suspended",
      "zh-CN": "你对 Tessera 的访问已被暂停",
      "zh-TW": "你對 Tessera 的存取已被暫停",
    },
    body: {
      en: "All devices were signed out, and you can’t sign in for now.",
      "zh-CN": "所有设备均已退出登录，你暂时无法登录。",
      "zh-TW": "所有裝置均已登出，你暫時無法登入。",
    },
  },
  resume: {
    heading: {
      en: "You can sign in to Tessera again",
      "zh-CN": "你可以重新登录 Tessera",
      "zh-TW": "你可以重新登入 Tessera",
    },
    body: {
      en: "Your suspension was lifted. Your password and second factor are the same as before.",
      "zh-CN": "暂停已解除，密码和第二重验证与之前相同。",
      "zh-TW": "暫停已解除，密碼與第二重驗證與先前相同。",
    },
  },
  remove: {
    heading: {
      en: "Your access to Tessera was removed",
      "zh-CN": "你对 Tessera 的访问已被移除",
      "zh-TW": "你對 Tessera 的存取已被移除",
    },
    body: {
      en: "All devices were signed out, and your username and password no longer work.",
      "zh-CN": "所有设备均已退出登录，你的用户名和密码已失效。",
      "zh-TW": "所有裝置均已登出，你的使用者名稱與密碼已失效。",
    },
  },
};

/** A change that administrators are notified about. */
export interface Notice {
  readonly what: "invited" | "joined" | "proposed" | "rule_proposed" | OperatorChange["kind"];
  /** Username of the administrator who made the change. */
  readonly by: string;
  /** Username or email of the person affected by the change; empty for a proposal. */
  readonly about: string;
  /** Role that was granted, if any. */
  readonly role?: OperatorRole;
  /** Console page that the email links to; by default, the operators. */
  readonly path?: string;
}

const NOTICES: Readonly<Record<Notice["what"], LocalizedText>> = {
  invited: {
    en: "{by} invited {about} as {role}.",
    "zh-CN": "{by} 邀请了 {about}，角色为{role}。",
    "zh-TW": "{by} 邀請了 {about}，角色為{role}。",
  },
  joined: {
    en: "{about} accepted an invitation and is now {role}.",
    "zh-CN": "{about} 已接受邀请，角色为{role}。",
    "zh-TW": "{about} 已接受邀請，角色為{role}。",
  },
  proposed: {
    en: "{by} proposed a change that needs a second administrator. Approve or reject it.",
    "zh-CN": "{by} 提出了一项需要第二位管理员批准的更改，请批准或驳回。",
    "zh-TW": "{by} 提出了一項需要第二位管理員核准的變更，請核准或駁回。",
  },
  rule_proposed: {
    en: "{by} proposed a change to a program rule. Approve or reject it.",
    "zh-CN": "{by} 提出了对一条平台规则的更改，请批准或驳回。",
    "zh-TW": "{by} 提出了對一條平台規則的變更，請核准或駁回。",
  },
  role: {
    en: "{by} made {about} {role}.",
    "zh-CN": "{by} 将 {about} 的角色改为{role}。",
    "zh-TW": "{by} 將 {about} 的角色改為{role}。",
  },
  suspend: {
    en: "{by} suspended {about}.",
    "zh-CN": "{by} 暂停了 {about}。",
    "zh-TW": "{by} 暫停了 {about}。",
  },
  resume: {
    en: "{by} resumed the access of {about}.",
    "zh-CN": "{by} 恢复了 {about} 的登录。",
    "zh-TW": "{by} 恢復了 {about} 的登入。",
  },
  remove: {
    en: "{by} removed {about}.",
    "zh-CN": "{by} 移除了 {about}。",
    "zh-TW": "{by} 移除了 {about}。",
  },
};

const OPEN_OPERATORS: LocalizedText = {
  en: "Open operators",
  "zh-CN": "查看运营人员",
  "zh-TW": "檢視營運人員",
};
const OPEN_RULE: LocalizedText = { en: "Open the rule", "zh-CN": "查看规则", "zh-TW": "檢視規則" };

/**
 * Writes the email that notifies administrators that another administrator changed operators, or
 * proposed a change that needs a second administrator.
 */
export function noticeMail({ what, by, about, role }: Notice, url: string): InEachLanguage {
  const isProposal = what === "proposed" || what === "rule_proposed";
  const label = what === "rule_proposed" ? OPEN_RULE : OPEN_OPERATORS;
  const sentence = (locale: Locale) =>
    NOTICES[what][locale]
      .replace("{by}", () => by)
      .replace("{about}", () => about)
      .replace("{role}", () => (role === undefined ? "" : ROLES[role][locale]));
  return {
    en: {
      subject: isProposal ? "A change needs your approval" : "Tessera operators changed",
      heading: isProposal ? "A change needs your approval" : "Tessera operators changed",
      paragraphs: [sentence("en")],
      action: { label: label.en, url },
      note: "All administrators get this email. If it is unexpected, ask the others at once.",
    },
    "zh-CN": {
      subject: isProposal ? "有一项更改等待你批准" : "Tessera 运营人员有变动",
      heading: isProposal ? "有一项更改等待你批准" : "Tessera 运营人员有变动",
      paragraphs: [sentence("zh-CN")],
      action: { label: label["zh-CN"], url },
      note: "每位管理员都会收到此邮件。如有异常，请立即与其他管理员核实。",
    },
    "zh-TW": {
      subject: isProposal ? "有一項變更等待你核准" : "Tessera 營運人員有異動",
      heading: isProposal ? "有一項變更等待你核准" : "Tessera 營運人員有異動",
      paragraphs: [sentence("zh-TW")],
      action: { label: label["zh-TW"], url },
      note: "每位管理員都會收到此郵件。若有異常，請立即與其他管理員核實。",
    },
  };
}
