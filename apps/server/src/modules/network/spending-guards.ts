import type { Guard } from "@tessera/ledger";
import type { SpendingWindows } from "../risk/index.ts";

interface LimitedCard {
  readonly id: string;
  readonly dailyLimitMinor: bigint;
  readonly monthlyLimitMinor: bigint;
}

/**
 * Counts an amount in a card's day and month and refuses to pass either limit. The ledger locks
 * the counters with the money, so two authorisations can never both use the last of a limit.
 */
export function limitGuards(
  card: LimitedCard,
  windows: SpendingWindows,
  amountMinor: bigint,
): Guard[] {
  const subject = card.id;
  return [
    { subject, window: windows.day, amountMinor, count: 1, maxAmountMinor: card.dailyLimitMinor },
    {
      subject,
      window: windows.month,
      amountMinor,
      count: 1,
      maxAmountMinor: card.monthlyLimitMinor,
    },
  ];
}

/** Counts what cannot be refused any more, such as a clearing beyond what was authorised. */
export function countingGuards(
  cardId: string,
  windows: SpendingWindows,
  amountMinor: bigint,
): Guard[] {
  return [windows.day, windows.month].map((window) => ({
    subject: cardId,
    window,
    amountMinor,
    count: 0,
  }));
}

/** What one authorisation still counts for in one window, the newest window first. */
export interface CountedWindow {
  readonly window: string;
  readonly amountMinor: bigint;
  readonly count: number;
}

/**
 * Gives an amount back where it was counted, the newest part first: what was authorised
 * yesterday frees nothing today, but the month it fell in.
 *
 * @param all whether the whole authorisation is undone, so that it no longer counts as one either
 */
export function giveBackGuards(
  cardId: string,
  counted: readonly CountedWindow[],
  amountMinor: bigint,
  all: boolean,
): Guard[] {
  return ["day:", "month:"].flatMap((prefix) => {
    let leftMinor = amountMinor;
    return counted
      .filter((one) => one.window.startsWith(prefix))
      .map((one) => {
        let backMinor = one.amountMinor;
        if (backMinor > leftMinor) {
          backMinor = leftMinor;
        }
        leftMinor -= backMinor;
        return {
          subject: cardId,
          window: one.window,
          amountMinor: -backMinor,
          count: all ? -one.count : 0,
        };
      })
      .filter((guard) => guard.amountMinor !== 0n || guard.count !== 0);
  });
}
