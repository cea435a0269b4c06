import type { Locale, LocalizedText } from "../errors/locales.ts";

/** The texts that customers accept, in display order. */
export const LEGAL_TEXTS = ["terms", "privacy", "security", "agreement"] as const;
export type LegalTextName = (typeof LEGAL_TEXTS)[number];

/** One version of a legal text. Its content never changes; a change creates a new version. */
export interface LegalVersion {
  readonly version: number;
  /** When the version takes effect, in RFC 3339. */
  readonly effectiveFrom: string;
  /**
   * SHA-256, in hex, of the text in each language as a reader sees it, with the published figures
   * filled in. A test compares the hash with the text.
   */
  readonly sha256: Readonly<Record<Locale, string>>;
  /** What changed since the previous version, in plain language; null for the first version. */
  readonly changes: LocalizedText | null;
}

/** Every version of every text, oldest first. */
export type LegalVersions = Readonly<Record<LegalTextName, readonly LegalVersion[]>>;

const FIRST_DAY = "2026-11-21T00:00:00.000Z";

/**
 * The versions of the four legal texts. The server uses them to determine which version is in
 * force, and the console shows their texts. CONTRIBUTING.md explains how to add a version.
 */
export const LEGAL_VERSIONS: LegalVersions = {
  terms: [
    {
      version: 1,
      effectiveFrom: FIRST_DAY,
      sha256: {
        en: "a87da379567efe7e36505b2f8b4686adc50a955d76ccbb92b95c4bcb78c05033",
        "zh-CN": "955aaec506165c42969ccdacdab541e0ef6e75782f20a4be81646df0f8512bcc",
        "zh-TW": "63b92b4665f987d5350d123d372005f9fb9b3c1ce54cd7c7ba6dc1ee14b0084b",
      },
      changes: null,
    },
    {
      version: 2,
      effectiveFrom: "2026-11-24T00:00:00.000Z",
      sha256: {
        en: "af009b77cd72fdcd20749d4e9dd0004fc2d66ea5aeed8a5fcc199273816288ae",
        "zh-CN": "4f62f2bbcfcb0554b4da12db608f6da9d8f03d16145930f9e3ff03d506339d3b",
        "zh-TW": "0025e7985fa167f1cfd3ad3518719d9b17552817f94976142ecf8e95d43a791a",
      },
      changes: {
        en:
          "Payments in cash, in blocked countries and at blocked kinds of merchants are " +
          "declined, and we do not file disputes with card networks. We now say what an " +
          "issued card keeps, how new versions and new fees are announced, and what closing " +
          "an account means for your money.",
        "zh-CN":
          "取现类付款以及在被屏蔽国家或商户类别的付款会被拒绝；我们不向卡组织发起争议。条款现写明已发行卡片保持不变的内容、新版本和新费率如何告知，以及销户时资金如何处理。",
        "zh-TW":
          "提領現金類付款以及在遭封鎖國家或商家類別的付款會遭拒絕；我們不會向卡組織提出爭議。條款現載明已發行卡片維持不變的內容、新版本與新費率如何告知，以及銷戶時資金如何處理。",
      },
    },
    {
      version: 3,
      effectiveFrom: "2026-11-27T00:00:00.000Z",
      sha256: {
        en: "5befcbb7d4a028aa341bca74580f8816e9cae766aeef11097fa6373c0bf10078",
        "zh-CN": "4f62f2bbcfcb0554b4da12db608f6da9d8f03d16145930f9e3ff03d506339d3b",
        "zh-TW": "0025e7985fa167f1cfd3ad3518719d9b17552817f94976142ecf8e95d43a791a",
      },
      changes: {
        en:
          "Some English sentences are worded more clearly. Your rights, your duties and the " +
          "fees are unchanged.",
        "zh-CN": "英文版的部分语句改得更清楚；你的权利、义务和费用均无变化。",
        "zh-TW": "英文版的部分語句改得更清楚；你的權利、義務與費用均無變更。",
      },
    },
    {
      version: 4,
      effectiveFrom: "2026-11-28T00:00:00.000Z",
      sha256: {
        en: "fa0645fa0e321116b6ed4417026501c65d178626fcf02a66cf66c63c8edec03e",
        "zh-CN": "33709d4149e36514c869501f4e39d529311a7bfc005f8ee73bf1feec16b98fc9",
        "zh-TW": "e847cd89c376506fa91edf20d44419c1778caefba050553e476bc9e37a642f13",
      },
      changes: {
        en:
          "Cards can pay in other currencies. The fees list the markup on such a payment if we " +
          "convert it.",
        "zh-CN": "卡片可以用其他币种付款。费用表列明由我们换算时的加价。",
        "zh-TW": "卡片可以用其他幣別付款。費用表列明由我們換算時的加價。",
      },
    },
    {
      version: 5,
      effectiveFrom: "2026-11-28T03:00:00.000Z",
      sha256: {
        en: "3922588f879bdfdaa701e26db3e9c6400a65eb5fbfcf43eb516f876bd7abb833",
        "zh-CN": "b3918c74cf6e6271b4f286a437599fb2d46d7cbcbd3eb574c38e6e0909a3e4c6",
        "zh-TW": "e4deb168f7f52960e2a038c9ba8a858a14557f7134ba30b083dfb7f0b2b7c91c",
      },
      changes: {
        en:
          "The minimum and maximum of a deposit are now stated in the asset that you choose, " +
          "because you can deposit assets other than USDT.",
        "zh-CN": "除 USDT 外还可充值其他资产，因此每笔充值的上下限改为以所选资产计。",
        "zh-TW": "除 USDT 外還可儲值其他資產，因此每筆儲值的上下限改為以所選資產計。",
      },
    },
  ],
  privacy: [
    {
      version: 1,
      effectiveFrom: FIRST_DAY,
      sha256: {
        en: "0ed7ece382841c5a9f645d2fe623816cbea8bb7ce7289dd4e6ff1e7bd15db19e",
        "zh-CN": "da6df35d4d15d7681d269fca3f7c087d3245e44ded1d6c683af1db3aae2667ca",
        "zh-TW": "57372ffd01f68634be18eebdd6fe79e0c25d28aa56aef8354dac687fe0e5851a",
      },
      changes: null,
    },
    {
      version: 2,
      effectiveFrom: "2026-11-24T00:00:00.000Z",
      sha256: {
        en: "b582f88ff5373a016425599b551cbb2c2f6e5e51bee616b98dd054ae8d330e1f",
        "zh-CN": "aaf46d8a585e349c8258039f1fc699b365685429bc92efd8038ad24ba5a14059",
        "zh-TW": "445cd985334f93a8a9e32b9fd569ddad2bbe03459f49111a9682a6ea1efb95a2",
      },
      changes: {
        en:
          "We now record when, in which language, and from which network and device you accept " +
          "our legal texts. Every version can be read on the page of its text; you no longer " +
          "have to ask for earlier ones.",
        "zh-CN":
          "我们现在会记录你接受各项法律文件的时间、语言、网络和设备。早前版本可直接在各文件的页面查阅，无需另行索取。",
        "zh-TW":
          "我們現在會記錄你接受各項法律文件的時間、語言、網路與裝置。先前版本可直接在各文件的頁面查閱，無須另行索取。",
      },
    },
    {
      version: 3,
      effectiveFrom: "2026-11-24T12:00:00.000Z",
      sha256: {
        en: "519a2702a45b92d4024c790c0cfd09cfc359d3ee32dc868ccbf0fff70700981a",
        "zh-CN": "ff255d64827f5cf849ad0b60cc8eaf1cc8e7c401ac261142cf33342af2f18c34",
        "zh-TW": "c1a4c6c12fd570cb2df63956ede32b3f228f303f8f1035e9428a0b246f84fcaf",
      },
      changes: {
        en:
          "We now say how long each kind of data is kept and what is erased after your account " +
          "is closed, that you can make a copy of your data yourself, and that security codes " +
          "are never stored.",
        "zh-CN":
          "我们现写明各类数据的保存期限、销户后会清除哪些内容、你可以自行生成数据副本，以及安全码从不存储。",
        "zh-TW":
          "我們現載明各類資料的保存期限、銷戶後會清除哪些內容、你可以自行產生資料副本，以及安全碼從不儲存。",
      },
    },
    {
      version: 4,
      effectiveFrom: "2026-11-27T00:00:00.000Z",
      sha256: {
        en: "057458c12d035bab2ba36d2776ab91da7689289c44d688fbf7de32760d614bb7",
        "zh-CN": "9b53afbe3cef484c09ac736c7a07fbab69358856d4367881df641e829176b1d6",
        "zh-TW": "f5c6a40df3fcfc0440bd085e4023d425b451b01998ee91b05f958d4cd881e3a6",
      },
      changes: {
        en:
          "We now say what happens when you ask us to restrict the processing of your data: we " +
          "suspend your account, and your past payments are not used to try out our rules. " +
          "What names you is not erased while a closed account still has money or owes some, " +
          "or money is on its way to or from it.",
        "zh-CN":
          "政策现写明你要求限制处理数据时会发生什么：我们会暂停你的账户，你过往的付款不会用于试算我们的规则。" +
          "销户后账户中仍有余额、欠款或在途资金时，可识别你身份的内容不会被清除。",
        "zh-TW":
          "政策現載明你要求限制處理資料時會發生什麼：我們會暫停你的帳戶，你過往的付款不會用於試算我們的規則。" +
          "銷戶後帳戶中仍有餘額、欠款或在途資金時，可識別你身分的內容不會被清除。",
      },
    },
  ],
  security: [
    {
      version: 1,
      effectiveFrom: FIRST_DAY,
      sha256: {
        en: "a9c85ed9234789ab8c393712b2651fe297bc1eee5ee98e1ca0a6bf55f701612b",
        "zh-CN": "a30e5fe6d5e69b5c190c0b2e7db76a0c1b4b6f7e19878aaae1aff091c3e6ec2f",
        "zh-TW": "cddd1d045f1915ad45ca3dec81d7edf731328bf4693a384d72ec1c7ef68a92cb",
      },
      changes: null,
    },
    {
      version: 2,
      effectiveFrom: "2026-11-24T00:00:00.000Z",
      sha256: {
        en: "9fadcb3907b9923061b3f467324f7dbd7a01c5b9ad2dc4e6f542da4bd7fe0673",
        "zh-CN": "82e3282e05fca7296205d7176a27265e9ed821f3773a9da706b7a3a19c1a4ff7",
        "zh-TW": "c04b147e3001d219dbf49f6c4522993a4c4787b91742f0a26e319196a354e86d",
      },
      changes: {
        en:
          "Security codes are never stored. We now name which connections are encrypted, " +
          "when a script of Stripe is loaded, how operators’ access is limited, and what " +
          "backups hold.",
        "zh-CN":
          "安全码从不存储。政策现写明哪些连接经过加密、何时加载 Stripe 的脚本、运营人员的访问如何受限，以及备份中有什么。",
        "zh-TW":
          "安全碼從不儲存。政策現載明哪些連線經過加密、何時載入 Stripe 的指令碼、營運人員的存取如何受限，以及備份中有什麼。",
      },
    },
  ],
  agreement: [
    {
      version: 1,
      effectiveFrom: FIRST_DAY,
      sha256: {
        en: "00855fb1f0c5dfd3504c76df54c8889713a3ae00360b7c080a2685a15873a956",
        "zh-CN": "c8d2ebd03bfc0f0cc3cd6c4971351f8674c1da5d8f2bfa6bce3f9e26ac6e0973",
        "zh-TW": "fbbe05253752fa692c37fdc14bbd0c68f3e81d691ef4512cf9fcee1dbebdff76",
      },
      changes: null,
    },
    {
      version: 2,
      effectiveFrom: "2026-11-24T00:00:00.000Z",
      sha256: {
        en: "46a79fac7cd9163a6d7a39d4e37edc068b8871f3b26645e840349bc8c7007077",
        "zh-CN": "771aca1f13ac96ccd354f8fa23ed0dab44f3dd4fbd01296284ff072fe1cefa3f",
        "zh-TW": "981e8969600b35b1c24859b7c160ff159aed25f003df2f31f69514e75b0d80a9",
      },
      changes: {
        en:
          "We do not check identity documents when you register; a review of a request " +
          "may ask for documents. We now say which money is converted between currencies.",
        "zh-CN":
          "注册时我们不核验身份证件；审核申请时可能要求提供文件。协议现写明哪些资金会在币种之间换算。",
        "zh-TW":
          "註冊時我們不查驗身分證件；審核申請時可能要求提供文件。協議現載明哪些資金會在幣別之間換算。",
      },
    },
    {
      version: 3,
      effectiveFrom: "2026-11-27T00:00:00.000Z",
      sha256: {
        en: "dd24d332c65c5e8a0638e3f7bbbdc4467ad5bd488fbde701f40fa91d6bc1f551",
        "zh-CN": "771aca1f13ac96ccd354f8fa23ed0dab44f3dd4fbd01296284ff072fe1cefa3f",
        "zh-TW": "981e8969600b35b1c24859b7c160ff159aed25f003df2f31f69514e75b0d80a9",
      },
      changes: {
        en:
          "Some English sentences are worded more clearly. Your rights, your duties and the " +
          "fees are unchanged.",
        "zh-CN": "英文版的部分语句改得更清楚；你的权利、义务和费用均无变化。",
        "zh-TW": "英文版的部分語句改得更清楚；你的權利、義務與費用均無變更。",
      },
    },
    {
      version: 4,
      effectiveFrom: "2026-11-28T00:00:00.000Z",
      sha256: {
        en: "42962a240da1baca7fee569311c8222b6be546500ed50b9482fd459897ff01cc",
        "zh-CN": "45af7e98315f159f39dafc884cf1799084205f843b4057d17fb2c7efef4e0db0",
        "zh-TW": "f2ef23766eedf7e4f7b310f736f8bbdeb2f06a21300414c0383354c6ebf777cf",
      },
      changes: {
        en:
          "Cards can pay in other currencies. We now say who converts such a payment, at which " +
          "rate and markup, and that a few percent more is held until it settles.",
        "zh-CN":
          "卡片可以用其他币种付款。协议现写明由谁换算、所用汇率和加价，以及在结算前会多冻结百分之几。",
        "zh-TW":
          "卡片可以用其他幣別付款。協議現載明由誰換算、所用匯率與加價，以及在結算前會多保留百分之幾。",
      },
    },
    {
      version: 5,
      effectiveFrom: "2026-11-28T01:00:00.000Z",
      sha256: {
        en: "02fdbc18cc86ef0525d474637d1e19b688f6862930cd2100c558d00b71c5b936",
        "zh-CN": "d2badea79cc7dd12647fca5a8fb01d5adbe6b3743acc0067394492aa44f1dea1",
        "zh-TW": "319fea7e5af1fddd01a499b406e159f2e7774a32d226da7014a80f2b15a9b2c1",
      },
      changes: {
        en:
          "You can exchange money between your own accounts. The rate that you confirm includes " +
          "our spread, and an exchange can’t be undone.",
        "zh-CN": "你可以在自己的账户之间兑换货币。你确认的汇率已包含我们的点差，且兑换无法撤销。",
        "zh-TW": "你可以在自己的帳戶之間兌換貨幣。你確認的匯率已包含我們的點差，且兌換無法復原。",
      },
    },
    {
      version: 6,
      effectiveFrom: "2026-11-28T02:00:00.000Z",
      sha256: {
        en: "fbdb1a3a14d20595ac972f7c4318f8461c5db71fc259ff4baa07e159d74cefc6",
        "zh-CN": "df328a603befb42652860cd7c16c918778b7624be52191490e2f9283985d4ec2",
        "zh-TW": "b3494d7efa02749c084877195feb2fccd11aa41fd866273f28d07e2afdf33aae",
      },
      changes: {
        en:
          "We now name the fee of a card that draws on your account: that of a deposit to a " +
          "card. You can also order automatic top-ups, at the same fee.",
        "zh-CN":
          "协议现写明卡片从账户支取的费用：与转入卡片的费用相同。你还可以设置自动转入，费用相同。",
        "zh-TW":
          "協議現載明卡片從帳戶支取的費用：與轉入卡片的費用相同。你還可以設定自動轉入，費用相同。",
      },
    },
    {
      version: 7,
      effectiveFrom: "2026-11-28T03:00:00.000Z",
      sha256: {
        en: "b15831e3422866f3dc6fd47915eba4430bdcfbae28df98daaa56a87974250d4b",
        "zh-CN": "6f0eb910be9b952ee8d8d4289f9f9a1359f80c78a29b8e599c186c42515a2764",
        "zh-TW": "557d983b879f243ac92fc1a4a8e550ce4daf7c69753907d92b62acd223d71d59",
      },
      changes: {
        en:
          "We now say that the rate of a deposit or withdrawal of tokens includes our spread if " +
          "the account is not in US dollars, and what happens to amounts below a hundredth of a " +
          "token.",
        "zh-CN":
          "协议现写明：账户币种不是美元时，代币充值和提现的汇率含我们的点差；以及不足百分之一个代币的金额如何处理。",
        "zh-TW":
          "協議現載明：帳戶幣別不是美元時，代幣儲值與提領的匯率含我們的點差；以及不足百分之一個代幣的金額如何處理。",
      },
    },
  ],
};
