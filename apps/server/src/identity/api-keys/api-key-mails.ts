import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findMailAddresses } from "../people/index.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

type Happening = "created" | "rotated" | "exposed";

const NOTES: Readonly<Record<Locale, string>> = {
  en: "Don’t recognize this? Sign in, revoke the key and change your password at once.",
  "zh-CN": "对此不知情？请立即登录，吊销该密钥并修改密码。",
  "zh-TW": "對此不知情？請立即登入，撤銷該金鑰並變更密碼。",
};

const SUBJECTS: Readonly<Record<Happening, Readonly<Record<Locale, string>>>> = {
  created: {
    en: "A new API key can use your account",
    "zh-CN": "你的账户新增了 API 密钥",
    "zh-TW": "你的帳戶新增了 API 金鑰",
  },
  rotated: {
    en: "An API key was replaced",
    "zh-CN": "一个 API 密钥已更换",
    "zh-TW": "一個 API 金鑰已更換",
  },
  exposed: {
    en: "We revoked an API key that was exposed",
    "zh-CN": "我们已吊销一个泄露的 API 密钥",
    "zh-TW": "我們已撤銷一個外洩的 API 金鑰",
  },
};

function paragraphOf(what: Happening, locale: Locale, name: string): string {
  const texts: Readonly<Record<Happening, Readonly<Record<Locale, string>>>> = {
    created: {
      en: `The API key “${name}” was created. Software that has it can use your account.`,
      "zh-CN": `API 密钥“${name}”已创建，持有该密钥的软件可以使用你的账户。`,
      "zh-TW": `API 金鑰「${name}」已建立，持有該金鑰的軟體可以使用你的帳戶。`,
    },
    rotated: {
      en: `The API key “${name}” has a new text. The old one stops working within a day.`,
      "zh-CN": `API 密钥“${name}”已更换为新的密钥，旧密钥将在一天内失效。`,
      "zh-TW": `API 金鑰「${name}」已更換為新的金鑰，舊金鑰將在一天內失效。`,
    },
    exposed: {
      en:
        `The API key “${name}” was sent in the URL of a request. URLs are kept in logs and ` +
        "histories, so the key doesn’t work any more. Create a new one, and send it in the " +
        "Authorization header.",
      "zh-CN":
        `API 密钥“${name}”出现在请求的网址中。网址会留存在日志和历史记录里，` +
        "因此该密钥已失效。请新建密钥，并放在 Authorization 请求头中发送。",
      "zh-TW":
        `API 金鑰「${name}」出現在請求的網址中。網址會留存在日誌與歷史記錄中，` +
        "因此該金鑰已失效。請建立新的金鑰，並放在 Authorization 標頭中傳送。",
    },
  };
  return texts[what][locale];
}

/** Mails a customer what happened to one of their API keys. The mail never contains the key. */
export async function tellOfKey(
  context: AppContext,
  tx: Tx,
  told: { readonly customerId: string; readonly name: string; readonly what: Happening },
): Promise<void> {
  const { customerId, name, what } = told;
  for (const { email: to, locale } of await findMailAddresses(tx, customerId)) {
    const subject = SUBJECTS[what][locale];
    const content: MailContent = {
      subject,
      heading: subject,
      paragraphs: [paragraphOf(what, locale, name)],
      note: NOTES[locale],
    };
    await enqueueMail(context, tx, { to, locale, content }, NOTICE_LIFETIME_SECONDS);
  }
}
