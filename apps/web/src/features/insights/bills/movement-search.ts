import { MAX_TAG_LENGTH } from "@tessera/contract/cards/cards.schemas";
import {
  MOVEMENT_KINDS,
  MOVEMENT_READINGS,
  type MovementKind,
  type MovementReading,
} from "@tessera/contract/insights/bills.schemas";
import { AMOUNT_PATTERN, isCurrency } from "@tessera/money";
import { momentsOf } from "../../../lib/time/days.ts";
import type { MovementFilters } from "./bills.queries.ts";

type FilterParameter =
  | "month"
  | "from"
  | "to"
  | "cardId"
  | "tag"
  | "kind"
  | "status"
  | "currency"
  | "min"
  | "max"
  | "q";

/**
 * Search parameters for a movement list: its filters, the open movement, and the first movement on
 * the screen (`at`).
 */
export type MovementSearch = Partial<Record<FilterParameter | "open" | "at", string>>;

const MAX_TEXT = 80;

export function kindOf(text: string | undefined): MovementKind | undefined {
  return MOVEMENT_KINDS.find((kind) => kind === text);
}

/** Parses the filter named `status` in the URL. */
export function readingOf(text: string | undefined): MovementReading | undefined {
  return MOVEMENT_READINGS.find((reading) => reading === text);
}

/** Returns an amount as written in the URL (`12.5`) if it is valid and greater than zero. */
export function amountOf(text: string | undefined): string | undefined {
  return text !== undefined && AMOUNT_PATTERN.test(text) && /[1-9]/.test(text) ? text : undefined;
}

/** Returns the filters from a URL. Ignores invalid parameters. */
export function filtersOf(search: MovementSearch): MovementFilters {
  const [kind, reads] = [kindOf(search.kind), readingOf(search.status)];
  const text = search.q?.trim().slice(0, MAX_TEXT) ?? "";
  const tag = search.tag?.trim().slice(0, MAX_TAG_LENGTH) ?? "";
  const { currency } = search;
  const [minAmount, maxAmount] = [amountOf(search.min), amountOf(search.max)];
  return {
    ...momentsOf(search),
    ...(search.cardId !== undefined && { cardId: search.cardId }),
    ...(tag !== "" && { cardTag: tag }),
    ...(kind !== undefined && { kind }),
    ...(reads !== undefined && { reads }),
    ...(currency !== undefined && isCurrency(currency) && { currency }),
    ...(minAmount !== undefined && { minAmount }),
    ...(maxAmount !== undefined && { maxAmount }),
    ...(text !== "" && { q: text }),
  };
}
