import type { Locale, LocalizedText } from "@tessera/contract/errors/locales";
import { MEMBER_INVITATION_HOURS } from "@tessera/contract/identity/companies.schemas";
import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import { MEMBER_ROLE_NAMES } from "@tessera/contract/identity/member-role-names";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findMailAddresses } from "../people/index.ts";
import { needsSecondFactor } from "./companies.presenter.ts";
import type { InvitationView } from "./invitations.repository.ts";
import type { MemberView } from "./members.repository.ts";

const HOUR_SECONDS = 3_600;
const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

/** What happened to a member of a company. */
interface Notice {
  readonly what: "joined" | "left" | "role" | "removed" | "handover" | "owner";
  readonly company: string;
  /** The username of the member, or of the owner who hands the company over. */
  readonly about: string;
  readonly role: MemberRole;
}

interface NoticeText {
  readonly heading: LocalizedText;
  readonly body: LocalizedText;
}

const TEXTS: Readonly<Record<Notice["what"], NoticeText>> = {
  joined: {
    heading: {
      en: "{about} joined {company}",
      "zh-CN": "{about} 加入了 {company}",
      "zh-TW": "{about} 加入了 {company}",
    },
    body: {
      en: "They accepted the invitation, and act for the company as {role}.",
      "zh-CN": "对方已接受邀请，在公司中的角色是{role}。",
      "zh-TW": "對方已接受邀請，在公司中的角色是{role}。",
    },
  },
  left: {
    heading: {
      en: "{about} left {company}",
      "zh-CN": "{about} 退出了 {company}",
      "zh-TW": "{about} 退出了 {company}",
    },
    body: {
      en: "Their role was {role}. They can no longer act for the company.",
      "zh-CN": "其原角色是{role}，现已不能代表公司操作。",
      "zh-TW": "其原角色是{role}，現已無法代表公司操作。",
    },
  },
  role: {
    heading: {
      en: "Your role in {company} was changed",
      "zh-CN": "你在 {company} 的角色已更改",
      "zh-TW": "你在 {company} 的角色已變更",
    },
    body: {
      en: "Your role is now {role}. What you can do in the company has changed accordingly.",
      "zh-CN": "你现在的角色是{role}，可执行的操作也随之更改。",
      "zh-TW": "你現在的角色是{role}，可執行的操作也隨之變更。",
    },
  },
  removed: {
    heading: {
      en: "You are no longer a member of {company}",
      "zh-CN": "你已不再是 {company} 的成员",
      "zh-TW": "你已不再是 {company} 的成員",
    },
    body: {
      en: "Your own account is unchanged.",
      "zh-CN": "你的个人账户不受影响。",
      "zh-TW": "你的個人帳戶不受影響。",
    },
  },
  handover: {
    heading: {
      en: "{about} wants to hand {company} over to you",
      "zh-CN": "{about} 希望将 {company} 移交给你",
      "zh-TW": "{about} 希望將 {company} 移交給你",
    },
    body: {
      en:
        "To become its owner, sign in to Tessera and accept within 72 hours. Nothing changes " +
        "unless you accept.",
      "zh-CN": "如同意成为所有者，请在 72 小时内登录 Tessera 并接受。不接受就不会发生任何更改。",
      "zh-TW": "如同意成為擁有者，請在 72 小時內登入 Tessera 並接受。不接受就不會發生任何變更。",
    },
  },
  owner: {
    heading: {
      en: "{about} is now the owner of {company}",
      "zh-CN": "{about} 现在是 {company} 的所有者",
      "zh-TW": "{about} 現在是 {company} 的擁有者",
    },
    body: {
      en: "The former owner is now an admin of the company.",
      "zh-CN": "原所有者现在是公司的管理员。",
      "zh-TW": "原擁有者現在是公司的管理員。",
    },
  },
};

const NOTES: LocalizedText = {
  en: "Didn’t expect this? Ask the company’s owner, or contact support.",
  "zh-CN": "对此不知情？请联系公司的所有者或客服。",
  "zh-TW": "對此不知情？請聯絡公司的擁有者或客服。",
};

/** Fills names into a text. A name is inserted as it is, whatever it contains. */
function filled(text: string, { company, about, role }: Notice, locale: Locale): string {
  const values: Readonly<Record<string, string>> = {
    company,
    about,
    role: MEMBER_ROLE_NAMES[role][locale],
  };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function noticeMail(notice: Notice, locale: Locale): MailContent {
  const { heading, body } = TEXTS[notice.what];
  const subject = filled(heading[locale], notice, locale);
  return {
    subject,
    heading: subject,
    paragraphs: [filled(body[locale], notice, locale)],
    note: NOTES[locale],
  };
}

/** Emails a member what changed for them. */
export async function noticeTo(
  context: AppContext,
  tx: Tx,
  { email: to, locale }: Pick<MemberView, "email" | "locale">,
  notice: Notice,
): Promise<void> {
  const content = noticeMail(notice, locale);
  await enqueueMail(context, tx, { to, locale, content }, NOTICE_LIFETIME_SECONDS);
}

/** Emails a company's owner and admins what happened to a member, each in their language. */
export async function noticeToContacts(
  context: AppContext,
  tx: Tx,
  customerId: string,
  notice: Notice,
): Promise<void> {
  for (const address of await findMailAddresses(tx, customerId)) {
    await noticeTo(context, tx, address, notice);
  }
}

/** Returns what an invitation says about the second factor, if the role requires one. */
function factorText(role: MemberRole, locale: Locale): string[] {
  const texts: LocalizedText = {
    en: "This role moves money, so your account needs a second factor before you can accept.",
    "zh-CN": "该角色可以动用资金，接受前须先为你的账户设置第二重验证。",
    "zh-TW": "該角色可動用資金，接受前須先為你的帳戶設定第二重驗證。",
  };
  return needsSecondFactor(role) ? [texts[locale]] : [];
}

function invitationMail(
  { company, inviter, role, email, locale }: InvitationView,
  url: string,
): MailContent {
  const name = MEMBER_ROLE_NAMES[role][locale];
  const hours = MEMBER_INVITATION_HOURS;
  const subjects: LocalizedText = {
    en: `You are invited to ${company}`,
    "zh-CN": `邀请你加入 ${company}`,
    "zh-TW": `邀請你加入 ${company}`,
  };
  const bodies: LocalizedText = {
    en:
      `${inviter} invites you to act for ${company} in Tessera as ${name}. Accept with the ` +
      `account of ${email}. The link works once, for ${hours} hours.`,
    "zh-CN":
      `${inviter} 邀请你在 Tessera 中代表 ${company} 操作，角色是${name}。` +
      `请用 ${email} 的账户接受。链接 ${hours} 小时内有效，仅可使用一次。`,
    "zh-TW":
      `${inviter} 邀請你在 Tessera 中代表 ${company} 操作，角色是${name}。` +
      `請用 ${email} 的帳戶接受。連結 ${hours} 小時內有效，僅可使用一次。`,
  };
  const labels: LocalizedText = {
    en: "View the invitation",
    "zh-CN": "查看邀请",
    "zh-TW": "檢視邀請",
  };
  const notes: LocalizedText = {
    en: "Weren’t expecting this? Ignore this email. Nothing happens unless you accept.",
    "zh-CN": "如果你不了解此邀请，请忽略此邮件。不接受就不会发生任何更改。",
    "zh-TW": "若你不了解此邀請，請忽略此郵件。不接受就不會發生任何變更。",
  };
  return {
    subject: subjects[locale],
    heading: subjects[locale],
    paragraphs: [bodies[locale], ...factorText(role, locale)],
    action: { label: labels[locale], url },
    note: notes[locale],
  };
}

/**
 * Emails an invitation's link. The token is in the fragment, which browsers do not send to servers.
 */
export async function mailInvitation(
  context: AppContext,
  tx: Tx,
  invitation: InvitationView,
  token: string,
): Promise<void> {
  const { email: to, locale } = invitation;
  const url = `${context.config.publicUrl}/company-invitation#${token}`;
  const content = invitationMail(invitation, url);
  await enqueueMail(context, tx, { to, locale, content }, MEMBER_INVITATION_HOURS * HOUR_SECONDS);
}
