import {
  MOVEMENT_KINDS,
  MOVEMENT_STATUSES,
  type MovementKind,
  type MovementStatus,
} from "@tessera/contract/bills/bills.schemas";
import { AMOUNT_PATTERN, isCurrency } from "@tessera/money";
import type { MovementFilters } from "./bills.queries.ts";

type FilterParameter =
  | "month"
  | "from"
  | "to"
  | "cardId"
  | "kind"
  | "status"
  | "currency"
  | "min"
  | "max"
  | "q";

/**
 * What the address of a list of movements says: its filters, the movement that is open, and the
 * one that stood first on the screen (`at`).
 */
export type MovementSearch = Partial<Record<FilterParameter | "open" | "at", string>>;

const MAX_TEXT = 80;

/** A month as the address has it (`2026-11`), as year and month from 0. */
export function parseMonth(text: string | undefined): [year: number, month: number] | undefined {
  const match = /^([0-9]{4})-(0[1-9]|1[0-2])$/.exec(text ?? "");
  return match === null ? undefined : [Number(match[1]), Number(match[2]) - 1];
}

/** A day as the address has it (`2026-11-20`), as its first moment where the reader is. */
export function parseDay(text: string | undefined): Date | undefined {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text ?? "");
  if (match === null) {
    return undefined;
  }
  const [year, month, day] = [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
  const date = new Date(year, month, day);
  const isReal = date.getMonth() === month && date.getDate() === day && year > 1000;
  return isReal ? date : undefined;
}

/** From the first day's first moment, to the first moment behind the last day. */
function daysOf({ from, to }: MovementSearch): Pick<MovementFilters, "from" | "to"> {
  const [first, last] = [parseDay(from), parseDay(to)];
  last?.setDate(last.getDate() + 1);
  return {
    ...(first !== undefined && { from: first.toISOString() }),
    ...(last !== undefined && { to: last.toISOString() }),
  };
}

export function kindOf(text: string | undefined): MovementKind | undefined {
  return MOVEMENT_KINDS.find((kind) => kind === text);
}

export function statusOf(text: string | undefined): MovementStatus | undefined {
  return MOVEMENT_STATUSES.find((status) => status === text);
}

/** An amount as the address has it (`12.5`), greater than zero. */
export function amountOf(text: string | undefined): string | undefined {
  return text !== undefined && AMOUNT_PATTERN.test(text) && /[1-9]/.test(text) ? text : undefined;
}

/** The filters an address asks for. What it says that is no filter is as if it were not there. */
export function filtersOf(search: MovementSearch): MovementFilters {
  const month = parseMonth(search.month);
  const [kind, status] = [kindOf(search.kind), statusOf(search.status)];
  const text = search.q?.trim().slice(0, MAX_TEXT) ?? "";
  const { currency } = search;
  const [minAmount, maxAmount] = [amountOf(search.min), amountOf(search.max)];
  return {
    ...daysOf(search),
    ...(month !== undefined && {
      from: new Date(month[0], month[1], 1).toISOString(),
      to: new Date(month[0], month[1] + 1, 1).toISOString(),
    }),
    ...(search.cardId !== undefined && { cardId: search.cardId }),
    ...(kind !== undefined && { kind }),
    ...(status !== undefined && { status }),
    ...(currency !== undefined && isCurrency(currency) && { currency }),
    ...(minAmount !== undefined && { minAmount }),
    ...(maxAmount !== undefined && { maxAmount }),
    ...(text !== "" && { q: text }),
  };
}

/** The latest months as the address has them, this one first. */
export function latestMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => {
    const month = new Date(now.getFullYear(), now.getMonth() - back, 1);
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, "0")}`;
  });
}
