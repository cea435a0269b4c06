import { type ScheduleWindow, WEEKDAYS, type Weekday } from "@tessera/contract/cards/cards.schemas";

/** A window of blocked hours in the form, with a key that identifies it. */
export interface WindowDraft extends Omit<ScheduleWindow, "days"> {
  readonly key: number;
  readonly days: readonly Weekday[];
}

/** Weekday nights, the most common choice of blocked hours. */
const FIRST: Omit<WindowDraft, "key"> = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "22:00",
  to: "07:00",
};

/** Converts a card's windows of blocked hours to drafts. */
export function draftsOf(windows: readonly ScheduleWindow[]): WindowDraft[] {
  return windows.map((window, key) => ({ ...window, key }));
}

/** Adds a draft preset to the days that no draft covers yet. */
export function withNext(drafts: readonly WindowDraft[]): WindowDraft[] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1;
  const free = WEEKDAYS.filter((day) => !drafts.some(({ days }) => days.includes(day)));
  const days = drafts.length === 0 || free.length === 0 ? FIRST.days : free;
  return [...drafts, { ...FIRST, days, key }];
}

/** Adds a day to a draft or removes it, keeping weekday order. */
export function toggleDay(draft: WindowDraft, day: Weekday): WindowDraft {
  const days = WEEKDAYS.filter((one) => (one === day) !== draft.days.includes(one));
  return { ...draft, days };
}

/** Converts drafts to the windows to send. */
export function windowsOf(drafts: readonly WindowDraft[]): ScheduleWindow[] {
  return drafts.map(({ days, from, to }) => ({ days: [...days], from, to }));
}

/** Returns true if the window can be saved; its times are always set. */
export function isComplete({ days }: Pick<WindowDraft, "days">): boolean {
  return days.length > 0;
}

const HALF_HOURS: readonly string[] = Array.from({ length: 48 }, (_, place) => {
  const hour = String(Math.floor(place / 2)).padStart(2, "0");
  return `${hour}:${place % 2 === 0 ? "00" : "30"}`;
});

/** Returns the selectable times on a 24-hour clock: every half hour, and the current value. */
export function timesWith(set: string): string[] {
  return [...new Set([...HALF_HOURS, set])].sort();
}

/** Classifies a window as within a day, overnight, or all day. */
export function spanOf({ from, to }: Pick<WindowDraft, "from" | "to">) {
  return from === to ? "whole_day" : to < from ? "over_midnight" : "within_day";
}
