import type { Wallet } from "@tessera/contract/money-movement/wallet.schemas";
import { signedMinor } from "../../../lib/signed-amount.ts";

/** The cards' and the account's shares of the total, in whole percentages that sum to 100. */
export interface WalletShares {
  readonly cards: number;
  readonly account: number;
}

/** Returns the shares of a wallet. Debts count as zero; both shares of an empty wallet are zero. */
export function walletShares(wallet: Pick<Wallet, "cards" | "account" | "currency">): WalletShares {
  const positive = (amount: string | null) => {
    const minor = signedMinor(amount ?? "0.00", wallet.currency) ?? 0n;
    return minor > 0n ? minor : 0n;
  };
  const cardsMinor = positive(wallet.cards);
  const totalMinor = cardsMinor + positive(wallet.account);
  if (totalMinor === 0n) {
    return { cards: 0, account: 0 };
  }
  const wholePercent = (cardsMinor * 200n + totalMinor) / (totalMinor * 2n);
  const cards = Number(wholePercent);
  return { cards, account: 100 - cards };
}
