/** The words in the contract's names that the group already says. */
const SAID_BY_GROUP: Readonly<Record<string, RegExp>> = {
  bills: /Bills?$/,
  receipts: /Receipts?(?=[A-Z]|$)/,
  cards: /Cards?(?=[A-Z]|$)/,
  wallet: /Wallet(?=[A-Z]|$)/,
  bank: /Bank(?=[A-Z]|$)/,
  withdrawals: /Withdrawals?(?=[A-Z]|$)/,
  reviews: /Reviews?(?=[A-Z]|$)/,
  logs: /Logs?$/,
  webhooks: /Webhooks?(?=[A-Z]|$)/,
};

/** Names that would read badly without the group's word. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  depositToCard: "deposit",
  withdrawFromCard: "withdraw",
  getFreezeAll: "getFreezeAll",
  exportLogs: "exportCsv",
};

/** Returns the method's name for a call of a group: `cards.list` for `listCards`. */
export function methodName(group: string, callName: string): string {
  const said = SAID_BY_GROUP[group];
  const name = said === undefined ? callName : callName.replace(said, "");
  return OWN_NAMES[callName] ?? (name === "" ? callName : name);
}
