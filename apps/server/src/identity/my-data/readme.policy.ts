import type { Locale } from "@tessera/contract/errors/locales";

const TEXTS: Readonly<Record<Locale, readonly string[]>> = {
  en: [
    "Your data at Tessera",
    "",
    "This archive has everything that Tessera stores about you, as of {at} (UTC).",
    "",
    "README.txt      This text.",
    "data.json       All of it, for programs: your profile, sign-ins, devices, passkeys, accounts,",
    "                cards, movements, deposits, withdrawals, address book, rules, messages,",
    "                reviews, and what our staff wrote about you. The format is",
    "                tessera-customer-data/2. Times are in UTC; amounts are decimals.",
    "movements.csv   Your movements as a table for a spreadsheet. In data.json, the steps of a",
    "                movement follow with its id as their parentId; do not add them to it.",
    "files/messages  Files from your conversations with support.",
    "files/documents Documents that you uploaded for a review.",
    "",
    "Not in it: full card numbers and CVVs, passwords, keys of passkeys and authenticator apps,",
    "and codes. Tessera stores a password only as a hash, and never stores a CVV. Members of our",
    "staff are not named.",
    "",
    "Keep this file in a safe place and delete it when you no longer need it: anybody who has it",
    "can read all of this. You can request a correction from support in the console.",
  ],
  "zh-CN": [
    "你在 Tessera 的个人数据",
    "",
    "本副本包含截至 {at}（UTC）Tessera 存储的与你有关的全部数据。",
    "",
    "README.txt       本说明。",
    "data.json        全部数据，供程序读取：个人资料、登录记录、设备、通行密钥、账户、卡片、",
    "                 交易记录、充值、提现、地址簿、规则、消息、审核，以及工作人员所作的备注。",
    "                 格式为 tessera-customer-data/2。时间均为 UTC，金额为十进制数。",
    "movements.csv    交易记录表格，可用电子表格软件打开。在 data.json 中，一笔交易的各个步骤以",
    "                 parentId 指向该交易，请勿重复计算其金额。",
    "files/messages   你与客服会话中的文件。",
    "files/documents  你为审核上传的文件。",
    "",
    "不包含：完整卡号和 CVV、密码、通行密钥与验证器的密钥，以及各种验证码。Tessera 只存储密码的",
    "哈希值，从不存储 CVV。数据副本中不会出现工作人员的姓名。",
    "",
    "请妥善保管此文件，不再需要时请删除：任何拿到它的人都能看到以上全部内容。如需更正数据，",
    "请在控制台联系客服。",
  ],
  "zh-TW": [
    "你在 Tessera 的個人資料",
    "",
    "本封存檔包含截至 {at}（UTC）Tessera 儲存的與你有關的全部資料。",
    "",
    "README.txt       本說明。",
    "data.json        全部資料，供程式讀取：個人檔案、登入紀錄、裝置、通行密鑰、帳戶、卡片、",
    "                 交易紀錄、儲值、提領、地址簿、規則、訊息、審核，以及工作人員所寫的備註。",
    "                 格式為 tessera-customer-data/2。時間均為 UTC，金額為十進位數字。",
    "movements.csv    交易紀錄表格，可用試算表軟體開啟。在 data.json 中，一筆交易的各個步驟以",
    "                 parentId 指向該交易，請勿重複計算其金額。",
    "files/messages   你與客服對話中的檔案。",
    "files/documents  你為審核上傳的文件。",
    "",
    "不包含：完整卡號與 CVV、密碼、通行密鑰與驗證器的金鑰，以及各種驗證碼。Tessera 只儲存密碼的",
    "雜湊值，從不儲存 CVV。封存檔中不會出現工作人員的姓名。",
    "",
    "請妥善保管此檔案，不再需要時請刪除：任何取得它的人都能看到以上全部內容。如需更正資料，",
    "請在主控台聯絡客服。",
  ],
};

/**
 * Returns the archive's README in one language, with line endings that every editor can display.
 */
export function readmeText(locale: Locale, at: Date): string {
  const moment = at.toISOString().replace("T", " ").slice(0, "2026-11-24 10:00".length);
  const lines = TEXTS[locale].map((line) => line.replace("{at}", moment));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}
