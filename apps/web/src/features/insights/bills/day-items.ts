import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { signedMinor } from "../../../lib/signed-amount.ts";
import { dayKey } from "../../../ui/text/format-date.ts";

export interface DayTotal {
  readonly currency: CurrencyCode;
  readonly amount: string;
}

/** A line of a list of movements: the head of a day, or a movement under it. */
export type DayItem =
  | {
      readonly kind: "head";
      readonly key: string;
      readonly at: string;
      /** What settled, currency by currency; absent while the day is not loaded to its end. */
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
 * What was spent, less what was refunded, currency by currency, of what has settled. Money that
 * moves between a customer's own account and cards is no part of it. Nothing spent, no total.
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

/** Told once a movement: a long list is laid out anew with every page that comes. */
function dayOf(movement: Movement): string {
  let key = keys.get(movement);
  if (key === undefined) {
    key = dayKey(new Date(movement.eventAt));
    keys.set(movement, key);
  }
  return key;
}

/** Movements in the order they come, without heads. */
export function plainItems(movements: readonly Movement[]): DayItem[] {
  return movements.map((movement, place) => ({
    kind: "row",
    key: movement.id,
    movement,
    firstOfDay: place === 0,
  }));
}

/**
 * Lays movements out under the heads of their days, in the order they come.
 *
 * @param complete whether nothing older is left to load; until then the last day has no total
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
