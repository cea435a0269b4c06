import type { ChangedField, LogChange } from "@tessera/contract/back-office/logs.schemas";
import type { Locale } from "@tessera/contract/errors/locales";

type Data = Readonly<Record<string, unknown>>;

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/** A Monday that the weekday names are derived from. */
const FIRST_DAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function dayName(day: unknown, locale: Locale): string {
  const place = DAYS.indexOf(String(day).slice(0, 3).toLowerCase());
  const at = new Date(FIRST_DAY_MS + place * DAY_MS);
  return place < 0
    ? String(day)
    : new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }).format(at);
}

/** Formats a schedule as `Mon, Tue 22:00–06:00`; returns null if a card has none. */
function scheduleText(value: unknown, locale: Locale): string | null {
  if (!Array.isArray(value) || value.length === 0) {
    return null;
  }
  return value
    .filter(isObject)
    .map(({ days, from, to }) => {
      const names = Array.isArray(days) ? days.map((day) => dayName(day, locale)) : [];
      return `${names.join(locale === "en" ? ", " : "、")} ${String(from)}–${String(to)}`;
    })
    .join("; ");
}

function textOf(field: ChangedField, value: unknown, locale: Locale): string | null {
  if (value === undefined || value === null) {
    return null;
  }
  if (field === "schedule") {
    return scheduleText(value, locale);
  }
  if (field === "tags") {
    return Array.isArray(value) && value.length > 0
      ? value.join(locale === "en" ? ", " : "、")
      : null;
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function change(
  field: ChangedField,
  values: readonly [from: unknown, to: unknown],
  locale: Locale,
): LogChange[] {
  const [from, to] = values.map((value) => textOf(field, value, locale));
  return from === to ? [] : [{ field, from: from ?? null, to: to ?? null }];
}

/** The fields that are recorded before and after a change, and how they are shown to the owner. */
const PAIRED: readonly ChangedField[] = [
  "username",
  "email",
  "name",
  "status",
  "version",
  "schedule",
  "rule",
  "tags",
  "limitPerTransaction",
  "limitDaily",
  "limitMonthly",
  "foreignPayments",
  "drawDaily",
  "drawMerchants",
  "keepAliveDaily",
  "keepAliveMerchants",
  "autoTopUp",
  "autoTopUpAmount",
  "autoTopUpCap",
  "suspended",
];

/** Returns the other fields recorded before and after a change, which are not listed separately. */
export function untoldOf(data: Data): Data {
  const rest = ["before", "after"].flatMap((side) => {
    const fields = isObject(data[side]) ? Object.entries(data[side]) : [];
    const untold = fields.filter(([field]) => !PAIRED.some((one) => one === field));
    return untold.length === 0 ? [] : [[side, Object.fromEntries(untold)] as const];
  });
  return Object.fromEntries(rest);
}

/**
 * Lists what an audit event changed. Shows only the fields listed here, since the rest of an
 * event's data does not describe a change. For older events without `before` and `after`, shows
 * whatever data they contain.
 */
export function changesOf(action: string, data: Data, locale: Locale): LogChange[] {
  const before = isObject(data.before) ? data.before : {};
  const after = isObject(data.after) ? data.after : {};
  const paired = PAIRED.flatMap((field) => change(field, [before[field], after[field]], locale));
  if (paired.length > 0) {
    return paired;
  }
  switch (action) {
    case "username_changed":
      return change("username", [data.from, data.to], locale);
    case "strategy.status":
      return change("status", [data.was, data.status], locale);
    case "card.freeze":
      return change("layer", [null, data.layer], locale);
    case "card.unfreeze":
      return change("layer", [data.layer, null], locale);
    case "card.schedule":
      return change("schedule", [null, data.windows], locale);
    default:
      return [];
  }
}
