import type { Locale } from "@tessera/contract/errors/locales";
import { CLOSING_COOLING_DAYS } from "@tessera/contract/identity/closing-figures";
import type { MailContent } from "../../adapters/mail/index.ts";

export type InEachLanguage = Readonly<Record<Locale, MailContent>>;

const KEEP: Readonly<Record<Locale, { readonly label: string; readonly note: string }>> = {
  en: {
    label: "Keep my account",
    note:
      "Until the account is closed, this link cancels the closing without signing in. If you " +
      "didn’t request this, use it now and change your password.",
  },
  "zh-CN": {
    label: "保留我的账户",
    note: "在账户注销之前，无需登录即可通过此链接取消注销。如果不是你本人申请，请立即使用此链接并修改密码。",
  },
  "zh-TW": {
    label: "保留我的帳戶",
    note: "在帳戶註銷之前，無需登入即可透過此連結取消註銷。如果不是你本人申請，請立即使用此連結並變更密碼。",
  },
};

const SUPPORT: Readonly<Record<Locale, string>> = {
  en: "Questions? Contact Tessera support.",
  "zh-CN": "如有疑问，请联系 Tessera 客服。",
  "zh-TW": "如有疑問，請聯絡 Tessera 客服。",
};

function mail(
  subject: string,
  paragraphs: readonly string[],
  more: Pick<MailContent, "note"> & Partial<Pick<MailContent, "action">>,
): MailContent {
  return { subject, heading: subject, paragraphs: [...paragraphs], ...more };
}

function keep(locale: Locale, url: string) {
  const { label, note } = KEEP[locale];
  return { action: { label, url }, note };
}

/**
 * Writes the email that confirms a closure request.
 *
 * @param asked `amounts` is empty if no money is left
 */
export function askedMail(asked: {
  /** Last day of the cooling-off period, such as `2026-12-08`. */
  readonly day: string;
  readonly amounts: string;
  readonly url: string;
}): InEachLanguage {
  const { day, amounts, url } = asked;
  const isLeft = amounts !== "";
  return {
    en: mail(
      "Your account will be closed",
      [
        `You asked us to close your Tessera account. Until ${day}, ${CLOSING_COOLING_DAYS} days ` +
          "after your request, you can cancel and your cards keep working. Then each card " +
          "closes once its pending payments have settled.",
        ...(isLeft
          ? [`You agreed to leave ${amounts}. It is still yours; support pays it out.`]
          : []),
      ],
      keep("en", url),
    ),
    "zh-CN": mail(
      "你的账户即将注销",
      [
        `你申请注销 Tessera 账户。冷静期为 ${CLOSING_COOLING_DAYS} 天，至 ${day} 前可随时取消，` +
          "期间卡片可照常付款。冷静期结束后，各卡片将在待处理付款结清后注销。",
        ...(isLeft ? [`你同意留下 ${amounts}。该款项仍归你所有，由客服支付给你。`] : []),
      ],
      keep("zh-CN", url),
    ),
    "zh-TW": mail(
      "你的帳戶即將註銷",
      [
        `你申請註銷 Tessera 帳戶。冷靜期為 ${CLOSING_COOLING_DAYS} 天，至 ${day} 前可隨時取消，` +
          "期間卡片可照常付款。冷靜期結束後，各卡片將在待處理付款結清後註銷。",
        ...(isLeft ? [`你同意留下 ${amounts}。該款項仍歸你所有，由客服支付給你。`] : []),
      ],
      keep("zh-TW", url),
    ),
  };
}

export function reminderMail(due: { readonly day: string; readonly url: string }): InEachLanguage {
  const { day, url } = due;
  return {
    en: mail(
      "Your account closes soon",
      [
        `The cooling-off period ends on ${day}. Then your cards close and decline all payments. ` +
          "Withdraw the money you need, or cancel the closing.",
      ],
      keep("en", url),
    ),
    "zh-CN": mail(
      "你的账户很快将注销",
      [
        `冷静期将于 ${day} 结束，届时卡片将注销，向其发起的扣款会被拒绝。` +
          "请在此之前提取所需资金，或取消注销。",
      ],
      keep("zh-CN", url),
    ),
    "zh-TW": mail(
      "你的帳戶很快將註銷",
      [
        `冷靜期將於 ${day} 結束，屆時卡片將註銷，向其發起的扣款會被拒絕。` +
          "請在此之前提領所需資金，或取消註銷。",
      ],
      keep("zh-TW", url),
    ),
  };
}

export function waitingMail(waiting: {
  readonly amounts: string;
  readonly owes: boolean;
  readonly url: string;
}): InEachLanguage {
  const { amounts, owes, url } = waiting;
  return {
    en: mail(
      "Your account cannot close yet",
      [
        owes
          ? "Your account owes money. Once you repay it, the account closes."
          : `Your account holds more than you agreed to leave: ${amounts}. Withdraw it, or ` +
            "confirm the amount if it is too small to withdraw.",
      ],
      { action: { label: "See what to do", url }, note: SUPPORT.en },
    ),
    "zh-CN": mail(
      "你的账户暂时无法注销",
      [
        owes
          ? "你的账户尚有欠款，还清后账户即会注销。"
          : `账户内的金额多于你同意留下的金额，现有 ${amounts}。请提现；金额过小无法提现时，请确认该金额。`,
      ],
      { action: { label: "查看如何处理", url }, note: SUPPORT["zh-CN"] },
    ),
    "zh-TW": mail(
      "你的帳戶暫時無法註銷",
      [
        owes
          ? "你的帳戶尚有欠款，還清後帳戶即會註銷。"
          : `帳戶內的金額多於你同意留下的金額，現有 ${amounts}。請提領；金額過小無法提領時，請確認該金額。`,
      ],
      { action: { label: "查看如何處理", url }, note: SUPPORT["zh-TW"] },
    ),
  };
}

export function canceledMail(): InEachLanguage {
  return {
    en: mail(
      "Your account stays open",
      ["The closing of your account was canceled. Cards that are already closed stay closed."],
      { note: "If you didn’t cancel it, sign in and change your password." },
    ),
    "zh-CN": mail("你的账户将继续使用", ["账户注销申请已取消。此前已注销的卡片不会恢复。"], {
      note: "如果不是你本人取消，请登录并修改密码。",
    }),
    "zh-TW": mail("你的帳戶將繼續使用", ["帳戶註銷申請已取消。先前已註銷的卡片不會恢復。"], {
      note: "如果不是你本人取消，請登入並變更密碼。",
    }),
  };
}

export function closedMail({ amounts }: { readonly amounts: string }): InEachLanguage {
  const isLeft = amounts !== "";
  return {
    en: mail(
      "Your account is closed",
      [
        "Your cards are closed, all devices were signed out, and nobody can sign in anymore. " +
          "If a refund arrives later, we keep it for you.",
        ...(isLeft
          ? [`Left in the account: ${amounts}. It is still yours; support pays it out.`]
          : []),
      ],
      { note: SUPPORT.en },
    ),
    "zh-CN": mail(
      "你的账户已注销",
      [
        "你的卡片均已注销，所有设备均已退出登录，账户无法再登录。之后到账的退款会为你保留。",
        ...(isLeft ? [`账户中尚余 ${amounts}。该款项仍归你所有，由客服支付给你。`] : []),
      ],
      { note: SUPPORT["zh-CN"] },
    ),
    "zh-TW": mail(
      "你的帳戶已註銷",
      [
        "你的卡片均已註銷，所有裝置均已登出，帳戶無法再登入。之後入帳的退款會為你保留。",
        ...(isLeft ? [`帳戶中尚餘 ${amounts}。該款項仍歸你所有，由客服支付給你。`] : []),
      ],
      { note: SUPPORT["zh-TW"] },
    ),
  };
}
