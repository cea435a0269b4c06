import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { signedMinor } from "../../../lib/signed-amount.ts";
import { dayKey } from "../../../ui/text/format-date.ts";

export interface DayTotal {
  readonly currency: CurrencyCode;
  readonly amount: string;
}

/** A line in a list of movements: a day heading, or a movement below a heading. */
export type DayItem =
  | {
      readonly kind: "head";
      readonly key: string;
      readonly at: string;
      /** Total of settled amounts per currency; absent until the day is fully loaded. */
      readonly totals: readonly DayTotal[] | undefined;
    }
  | {
      readonly kind: "row";
      readonly key: string;
      readonly movement: Movement;
      readonly firstOfDay: boolean;
    };

const SPENDING: readonly Movement["kind"][] = ["purchase", "refund", "force_post"];

/**
 * Sums settled spending minus refunds, per currency. Transfers between a customer's own account and
 * cards do not count. Returns no total if nothing was spent.
 */
function settledTotals(movements: readonly Movement[]): DayTotal[] {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { kind, status, amount, currency } of movements) {
    if (status === "completed" && SPENDING.includes(kind)) {
      sums.set(currency, (sums.get(currency) ?? 0n) + (signedMinor(amount, currency) ?? 0n));
    }
  }
  return [...sums].map(([currency, minor]) => ({
    currency,
    amount: formatAmount(minor, currency),
  }));
}

const keys = new WeakMap<Movement, string>();

/**
 * Returns a movement's day. Cached per movement, because a long list is rebuilt with every page.
 */
function dayOf(movement: Movement): string {
  let key = keys.get(movement);
  if (key === undefined) {
    key = dayKey(new Date(movement.eventAt));
    keys.set(movement, key);
  }
  return key;
}

/** Returns movements in their original order, without day headings. */
export function plainItems(movements: readonly Movement[]): DayItem[] {
  return movements.map((movement, place) => ({
    kind: "row",
    key: movement.id,
    movement,
    firstOfDay: place === 0,
  }));
}

/**
 * Groups movements under day headings, in their original order.
 *
 * @param complete true if there are no older pages; until then, the last day has no total
 */
export function dayItems(movements: readonly Movement[], complete: boolean): DayItem[] {
  const days: { key: string; movements: Movement[] }[] = [];
  for (const movement of movements) {
    const key = dayOf(movement);
    const last = days.at(-1);
    if (last?.key === key) {
      last.movements.push(movement);
    } else {
      days.push({ key, movements: [movement] });
    }
  }
  return days.flatMap((day, index): DayItem[] => [
    {
      kind: "head",
      key: day.key,
      at: day.movements[0]?.eventAt ?? "",
      totals: complete || index < days.length - 1 ? settledTotals(day.movements) : undefined,
    },
    ...day.movements.map(
      (movement, place): DayItem => ({
        kind: "row",
        key: movement.id,
        movement,
        firstOfDay: place === 0,
      }),
    ),
  ]);
}
