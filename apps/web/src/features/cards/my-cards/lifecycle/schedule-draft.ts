import { type ScheduleWindow, WEEKDAYS, type Weekday } from "@tessera/contract/cards/cards.schemas";

/** A window as its form has it, with a name of its own to be told apart by. */
export interface WindowDraft extends Omit<ScheduleWindow, "days"> {
  readonly key: number;
  readonly days: readonly Weekday[];
}

/** Nights of working days, the most common choice of blocked hours. */
const FIRST: Omit<WindowDraft, "key"> = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "22:00",
  to: "07:00",
};

/** The windows of a card as drafts. */
export function draftsOf(windows: readonly ScheduleWindow[]): WindowDraft[] {
  return windows.map((window, key) => ({ ...window, key }));
}

/** The drafts and one more, for the days that have none yet. */
export function withNext(drafts: readonly WindowDraft[]): WindowDraft[] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1;
  const free = WEEKDAYS.filter((day) => !drafts.some(({ days }) => days.includes(day)));
  const days = drafts.length === 0 || free.length === 0 ? FIRST.days : free;
  return [...drafts, { ...FIRST, days, key }];
}

/** The draft with a day in it or out of it, the days in the week's order. */
export function toggleDay(draft: WindowDraft, day: Weekday): WindowDraft {
  const days = WEEKDAYS.filter((one) => (one === day) !== draft.days.includes(one));
  return { ...draft, days };
}

/** What is to be sent. */
export function windowsOf(drafts: readonly WindowDraft[]): ScheduleWindow[] {
  return drafts.map(({ days, from, to }) => ({ days: [...days], from, to }));
}

/** Whether a window can be saved: its times are always there. */
export function isComplete({ days }: Pick<WindowDraft, "days">): boolean {
  return days.length > 0;
}

const HALF_HOURS: readonly string[] = Array.from({ length: 48 }, (_, place) => {
  const hour = String(Math.floor(place / 2)).padStart(2, "0");
  return `${hour}:${place % 2 === 0 ? "00" : "30"}`;
});

/** The times to choose from, on a clock of 24 hours: every half hour, and the one that is set. */
export function timesWith(set: string): string[] {
  return [...new Set([...HALF_HOURS, set])].sort();
}

/** How a window runs: within a day, over midnight, or a whole day. */
export function spanOf({ from, to }: Pick<WindowDraft, "from" | "to">) {
  return from === to ? "whole_day" : to < from ? "over_midnight" : "within_day";
}
