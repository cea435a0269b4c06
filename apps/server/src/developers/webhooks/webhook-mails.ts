import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import { findMailAddresses } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

type Texts = Readonly<Record<Locale, string>>;
type Cause = "failing" | "gone";

const CREATED = {
  subject: {
    en: "A webhook was created in your account",
    "zh-CN": "你的账户中新建了一个 Webhook",
    "zh-TW": "你的帳戶中新增了一個 Webhook",
  },
  note: {
    en: "Don’t recognize this? Sign in, delete the webhook and change your password at once.",
    "zh-CN": "对此不知情？请立即登录，删除该 Webhook 并修改密码。",
    "zh-TW": "對此不知情？請立即登入，刪除該 Webhook 並變更密碼。",
  },
} as const satisfies Readonly<Record<string, Texts>>;

const DISABLED: Texts = {
  en: "We stopped sending events to a webhook",
  "zh-CN": "我们已停止向一个 Webhook 发送事件",
  "zh-TW": "我們已停止向一個 Webhook 傳送事件",
};

const ACTION: Texts = {
  en: "Show webhooks",
  "zh-CN": "查看 Webhook",
  "zh-TW": "查看 Webhook",
};

function whyDisabled(because: Cause, locale: Locale, name: string): string {
  const texts: Readonly<Record<Cause, Texts>> = {
    failing: {
      en: `No event has reached “${name}” for five days.`,
      "zh-CN": `Webhook“${name}”已连续五天未收到任何事件。`,
      "zh-TW": `Webhook「${name}」已連續五天未收到任何事件。`,
    },
    gone: {
      en: `“${name}” answered 410, which means that it no longer wants events.`,
      "zh-CN": `Webhook“${name}”返回了 410，表示不再接收事件。`,
      "zh-TW": `Webhook「${name}」回應了 410，表示不再接收事件。`,
    },
  };
  return texts[because][locale];
}

const REPAIR: Texts = {
  en:
    "Once it works again, verify it. Then resend the events that it missed: the last 24 hours in " +
    "the console, older ones through the API.",
  "zh-CN":
    "恢复正常后，请重新验证，再重发错过的事件：最近 24 小时的可在控制台重发，更早的请通过 API 重发。",
  "zh-TW":
    "恢復正常後，請重新驗證，再重送錯過的事件：最近 24 小時的可在主控台重送，更早的請透過 API 重送。",
};

const KEPT: Texts = {
  en: "Events are kept for 30 days.",
  "zh-CN": "事件保留 30 天。",
  "zh-TW": "事件保留 30 天。",
};

interface Told {
  readonly customerId: string;
  readonly name: string;
}

async function mail(
  context: AppContext,
  tx: Tx,
  customerId: string,
  contentIn: (locale: Locale) => MailContent,
): Promise<void> {
  for (const { email: to, locale } of await findMailAddresses(tx, customerId)) {
    const content = contentIn(locale);
    await enqueueMail(context, tx, { to, locale, content }, NOTICE_LIFETIME_SECONDS);
  }
}

/** Mails a customer that an endpoint was created. The mail never contains its secret. */
export async function tellOfEndpoint(
  context: AppContext,
  tx: Tx,
  { customerId, name }: Told,
): Promise<void> {
  await mail(context, tx, customerId, (locale) => ({
    subject: CREATED.subject[locale],
    heading: CREATED.subject[locale],
    paragraphs: [
      {
        en: `The webhook “${name}” was created. Once verified, it learns what happens.`,
        "zh-CN": `Webhook“${name}”已创建。验证后，它会收到账户中发生的事件。`,
        "zh-TW": `Webhook「${name}」已建立。驗證後，它會收到帳戶中發生的事件。`,
      }[locale],
    ],
    note: CREATED.note[locale],
  }));
}

/** Mails a customer that an endpoint was disabled, why, and how to get the events it missed. */
export async function tellOfDisabling(
  context: AppContext,
  tx: Tx,
  { customerId, name, because }: Told & { readonly because: Cause },
): Promise<void> {
  const url = `${context.config.publicUrl}/profile/api-keys`;
  await mail(context, tx, customerId, (locale) => ({
    subject: DISABLED[locale],
    heading: DISABLED[locale],
    paragraphs: [whyDisabled(because, locale, name), REPAIR[locale]],
    action: { label: ACTION[locale], url },
    note: KEPT[locale],
  }));
}
