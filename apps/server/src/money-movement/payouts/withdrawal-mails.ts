import type { Locale } from "@tessera/contract/errors/locales";
import { formatAmount } from "@tessera/money";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import { findMailAddresses } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newStopLink } from "./stop/stop-links.ts";
import type { AddressRow, WithdrawalRow } from "./withdrawals.tables.ts";

/**
 * Shortens an address to its first and last characters, which are enough for its owner to recognize
 * it. Omits the address's label, which an intruder could have written.
 */
function placeOf({ network, address }: Pick<AddressRow, "network" | "address">): string {
  return `${network} ${address.slice(0, 6)}…${address.slice(-6)}`;
}

type InEachLanguage = Readonly<Record<Locale, MailContent>>;

const STOP: Readonly<Record<Locale, { readonly label: string; readonly note: string }>> = {
  en: {
    label: "It wasn’t me: stop everything",
    note:
      "The link works once, for three days. It cancels withdrawals that have not been sent, " +
      "signs out all devices and blocks withdrawals until you reset your password and talk to " +
      "us. If it was you, you don’t need to do anything.",
  },
  "zh-CN": {
    label: "不是我操作的，立即停止",
    note:
      "链接三天内有效，仅可使用一次。使用后将取消尚未发出的提现、让所有设备退出登录并锁定提现，" +
      "直至你重置密码并与我们联系。如果是你本人操作，无需处理。",
  },
  "zh-TW": {
    label: "不是我操作的，立即停止",
    note:
      "連結三天內有效，僅可使用一次。使用後將取消尚未送出的提領、登出所有裝置並鎖定提領，" +
      "直到你重設密碼並與我們聯絡。如果是你本人操作，無需處理。",
  },
};

function mailOf(
  locale: Locale,
  url: string,
  { subject, text }: { readonly subject: string; readonly text: string },
): MailContent {
  const { label, note } = STOP[locale];
  return { subject, heading: subject, paragraphs: [text], action: { label, url }, note };
}

function withdrawalMail(row: WithdrawalRow, url: string): InEachLanguage {
  const total = `${formatAmount(row.total_minor, row.currency)} ${row.currency}`;
  const to = placeOf(row);
  return {
    en: mailOf("en", url, {
      subject: "A withdrawal was requested",
      text: `${total} will be sent from your account to ${to}. You can cancel it until it is sent.`,
    }),
    "zh-CN": mailOf("zh-CN", url, {
      subject: "有一笔提现申请",
      text: `你的账户将提现 ${total} 至 ${to}。发出前可随时取消。`,
    }),
    "zh-TW": mailOf("zh-TW", url, {
      subject: "有一筆提領申請",
      text: `你的帳戶將提領 ${total} 至 ${to}。送出前可隨時取消。`,
    }),
  };
}

function addressMail(row: AddressRow, url: string): InEachLanguage {
  const what = placeOf(row);
  return {
    en: mailOf("en", url, {
      subject: "A withdrawal address was added",
      text: `${what} was added to your address book. You can send money there in 24 hours.`,
    }),
    "zh-CN": mailOf("zh-CN", url, {
      subject: "已添加提现地址",
      text: `地址簿中新增了 ${what}，24 小时后方可向其提现。`,
    }),
    "zh-TW": mailOf("zh-TW", url, {
      subject: "已新增提領地址",
      text: `地址簿中新增了 ${what}，24 小時後方可向其提領。`,
    }),
  };
}

async function enqueueWithLink(
  context: AppContext,
  tx: Tx,
  about: { readonly id: string; readonly customerId: string },
  contentOf: (url: string) => InEachLanguage,
): Promise<void> {
  const { customerId } = about;
  for (const { email: to, locale } of await findMailAddresses(tx, customerId)) {
    const { url, lifetimeSeconds } = await newStopLink(context, tx, about);
    const content = contentOf(url)[locale];
    await enqueueMail(context, tx, { to, locale, content }, lifetimeSeconds);
  }
}

/** Enqueues an email to the owner of a new withdrawal, with a “not me” link. */
export function enqueueWithdrawalMail(
  context: AppContext,
  tx: Tx,
  row: WithdrawalRow,
): Promise<void> {
  const about = { id: row.id, customerId: row.customer_id };
  return enqueueWithLink(context, tx, about, (url) => withdrawalMail(row, url));
}

/** Enqueues an email to an address book's owner about a new address, with a “not me” link. */
export function enqueueAddressMail(context: AppContext, tx: Tx, row: AddressRow): Promise<void> {
  const about = { id: row.id, customerId: row.customer_id };
  return enqueueWithLink(context, tx, about, (url) => addressMail(row, url));
}
