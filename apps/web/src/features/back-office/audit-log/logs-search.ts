import { LOG_CATEGORIES, type LogCategory } from "@tessera/contract/back-office/audit-titles";
import type { LogOutcome } from "@tessera/contract/back-office/logs.schemas";
import { momentsOf } from "../../../lib/time/days.ts";
import type { LogFilters } from "./logs.queries.ts";

type Parameter = "category" | "outcome" | "cardId" | "month" | "from" | "to" | "q" | "open";

/** The log's search parameters in the URL: its filters and the open entry. */
export type LogSearch = Partial<Record<Parameter, string>>;
export type LogSearchChanges = Partial<Record<Parameter, string | undefined>>;

const MAX_TEXT = 80;
const OUTCOMES: readonly LogOutcome[] = ["ok", "refused"];

export function categoryOf(text: string | undefined): LogCategory | undefined {
  return LOG_CATEGORIES.find((category) => category === text);
}

export function outcomeOf(text: string | undefined): LogOutcome | undefined {
  return OUTCOMES.find((outcome) => outcome === text);
}

/** Returns the valid filters from a URL; invalid ones are ignored. */
export function filtersOf(search: LogSearch): LogFilters {
  const [category, outcome] = [categoryOf(search.category), outcomeOf(search.outcome)];
  const text = search.q?.trim().slice(0, MAX_TEXT) ?? "";
  return {
    ...momentsOf(search),
    ...(category !== undefined && { category }),
    ...(outcome !== undefined && { outcome }),
    ...(search.cardId !== undefined && { cardId: search.cardId }),
    ...(text !== "" && { q: text }),
  };
}
