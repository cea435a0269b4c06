import type { Guard } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";

/**
 * The subjects of the ledger's counters of what was sold to the program and bought from it in each
 * currency, by customers' exchanges and by trades with a bank.
 * They are versions of no person, card or rule, whose ids are random.
 */
export const CURRENCY_SUBJECTS: Readonly<Record<CurrencyCode, string>> = {
  USD: "00000000-0000-7000-8000-000000000840",
  CNY: "00000000-0000-7000-8000-000000000156",
  EUR: "00000000-0000-7000-8000-000000000978",
};

/** The counters' windows. They never end, since a position is open until it is offset. */
export const TURNOVER_WINDOWS = { sold: "exchange:sold", bought: "exchange:bought" } as const;

/**
 * Returns the guard that counts an amount of a currency as sold or bought, up to a ceiling. The
 * ledger locks the counter until the exchange is committed, so exchanges of one currency in one
 * direction follow one another.
 */
export function turnoverGuard(
  side: keyof typeof TURNOVER_WINDOWS,
  counted: {
    readonly currency: CurrencyCode;
    readonly amountMinor: bigint;
    /** No ceiling if absent. */
    readonly maxMinor?: bigint;
  },
): Guard {
  return {
    subject: CURRENCY_SUBJECTS[counted.currency],
    window: TURNOVER_WINDOWS[side],
    amountMinor: counted.amountMinor,
    count: 1,
    ...(counted.maxMinor !== undefined && { maxAmountMinor: counted.maxMinor }),
  };
}
