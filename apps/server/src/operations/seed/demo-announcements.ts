import type { AnnouncementType } from "@tessera/contract/back-office/announcements.schemas";
import type { LocalizedText } from "@tessera/contract/errors/locales";

interface Text {
  readonly type: AnnouncementType;
  readonly title: LocalizedText;
  readonly content: LocalizedText;
}

/** One announcement of each type that users of the demo see. */
export const DEMO_ANNOUNCEMENTS: readonly Text[] = [
  {
    type: "warning",
    title: {
      en: "USDT deposits paused on Sunday",
      "zh-CN": "周日暂停 USDT 充值",
      "zh-TW": "週日暫停 USDT 儲值",
    },
    content: {
      en:
        "<p>We are moving to a new TRON node. Between <strong>02:00 and 04:00 UTC</strong>:</p>" +
        "<ul><li>TRC20 deposits will not confirm</li><li>Card payments work as usual</li>" +
        "<li>ERC20 and BEP20 deposits are not affected</li></ul>" +
        '<p><a href="/wallet/deposit">Go to deposits</a></p>',
      "zh-CN":
        "<p>我们正在迁移到新的 TRON 节点。<strong>UTC 02:00 至 04:00</strong> 期间：</p>" +
        "<ul><li>TRC20 充值不会确认</li><li>卡片支付照常</li>" +
        "<li>ERC20 和 BEP20 充值不受影响</li></ul>" +
        '<p><a href="/wallet/deposit">前往充值</a></p>',
      "zh-TW":
        "<p>我們正在遷移到新的 TRON 節點。<strong>UTC 02:00 至 04:00</strong> 期間：</p>" +
        "<ul><li>TRC20 儲值不會確認</li><li>卡片付款照常</li>" +
        "<li>ERC20 和 BEP20 儲值不受影響</li></ul>" +
        '<p><a href="/wallet/deposit">前往儲值</a></p>',
    },
  },
  {
    type: "success",
    title: {
      en: "New cards in euro and renminbi",
      "zh-CN": "新增欧元卡与人民币卡",
      "zh-TW": "新增歐元卡與人民幣卡",
    },
    content: {
      en:
        "<p>You can now apply for <strong>Visa and Mastercard in euro</strong> and " +
        "<strong>UnionPay in renminbi</strong>.</p><h4>Good for</h4>" +
        "<ol><li>Everyday payments in Europe</li><li>Shopping in Asia</li></ol>" +
        '<p><a href="/card-selection">See all cards</a></p>',
      "zh-CN":
        "<p>现可申请<strong>欧元 Visa 与 Mastercard</strong>以及" +
        "<strong>人民币银联卡</strong>。</p><h4>适合</h4>" +
        "<ol><li>欧洲日常支付</li><li>亚洲购物</li></ol>" +
        '<p><a href="/card-selection">查看全部卡片</a></p>',
      "zh-TW":
        "<p>現可申請<strong>歐元 Visa 與 Mastercard</strong>以及" +
        "<strong>人民幣銀聯卡</strong>。</p><h4>適合</h4>" +
        "<ol><li>歐洲日常付款</li><li>亞洲購物</li></ol>" +
        '<p><a href="/card-selection">查看全部卡片</a></p>',
    },
  },
  {
    type: "info",
    title: {
      en: "This is a sandbox",
      "zh-CN": "这是沙盒环境",
      "zh-TW": "這是沙盒環境",
    },
    content: {
      en:
        "<p>Cards, chain and mail are simulated here and <em>no real money moves</em>.</p>" +
        "<blockquote>Mail that Tessera sends is in the mailbox at <code>/sandbox/mail</code>." +
        "</blockquote>",
      "zh-CN":
        "<p>此处的卡片、链上网络和邮件均为模拟，<em>不会产生真实资金流动</em>。</p>" +
        "<blockquote>Tessera 发出的邮件在 <code>/sandbox/mail</code>。</blockquote>",
      "zh-TW":
        "<p>此處的卡片、鏈上網路和郵件均為模擬，<em>不會產生真實資金流動</em>。</p>" +
        "<blockquote>Tessera 寄出的郵件在 <code>/sandbox/mail</code>。</blockquote>",
    },
  },
];
