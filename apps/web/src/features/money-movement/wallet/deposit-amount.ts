import { DEPOSIT_BOUNDS } from "@tessera/contract/constants";
import { parseAmount } from "@tessera/money";

/** Result of checking a typed amount. `empty` means that nothing has been typed. */
export type DepositAmountVerdict = "empty" | "too-little" | "too-much" | "fine";

/** Checks an amount in USDT, which has two decimals like USD, against the deposit limits. */
export function judgeDepositAmount(wire: string | undefined): DepositAmountVerdict {
  const amountMinor = wire === undefined ? undefined : parseAmount(wire, "USD");
  const min = parseAmount(DEPOSIT_BOUNDS.min, "USD");
  const max = parseAmount(DEPOSIT_BOUNDS.max, "USD");
  if (amountMinor === undefined || min === undefined || max === undefined) {
    return "empty";
  }
  if (amountMinor < min) {
    return "too-little";
  }
  return amountMinor > max ? "too-much" : "fine";
}
