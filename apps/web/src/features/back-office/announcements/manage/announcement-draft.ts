import {
  type AdminAnnouncement,
  type AnnouncementAudience,
  type AnnouncementInput,
  type AnnouncementType,
  MAX_CONTENT_BYTES,
  MAX_TITLE_LENGTH,
  READING_ORDER,
} from "@tessera/contract/back-office/announcements.schemas";
import { LOCALES, type Locale } from "@tessera/contract/errors/locales";

/** When an announcement is shown: not yet (a draft), immediately, or from a set time. */
export type Showing = "draft" | "now" | "later";

/** The state of the announcement form. */
export interface AnnouncementDraft {
  readonly type: AnnouncementType;
  readonly audience: AnnouncementAudience;
  readonly showing: Showing;
  /** The start time in the format of a `datetime-local` input; empty if no time is set. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly texts: Readonly<Record<Locale, DraftText>>;
}

export interface DraftText {
  readonly title: string;
  /** The text as HTML; empty if there is none. */
  readonly content: string;
}

export type DraftProblem =
  | "required"
  | "too_long"
  | "no_time"
  | "ends_before_start"
  | "no_language";

const NO_TEXT: DraftText = { title: "", content: "" };

export const EMPTY_DRAFT: AnnouncementDraft = {
  type: "info",
  audience: "customers",
  showing: "draft",
  startsAt: "",
  endsAt: "",
  texts: { "zh-CN": NO_TEXT, "zh-TW": NO_TEXT, en: NO_TEXT },
};

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Formats a time for a `datetime-local` input, to the minute. */
export function localTime(at: string | null): string {
  if (at === null) {
    return "";
  }
  const date = new Date(at);
  const month = twoDigits(date.getMonth() + 1);
  const day = `${date.getFullYear()}-${month}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/**
 * Parses a local time input. Returns `before` if the input still shows that time, because the input
 * cannot represent seconds.
 */
function momentOf(local: string, before: string | null): string | null {
  if (local === localTime(before)) {
    return before;
  }
  const date = new Date(local);
  return local === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Converts an announcement to an editable draft. */
export function draftOf(announcement: AdminAnnouncement): AnnouncementDraft {
  const { type, audience, draft, startsAt, endsAt, texts } = announcement;
  return {
    type,
    audience,
    showing: draft ? "draft" : "later",
    startsAt: localTime(startsAt),
    endsAt: localTime(endsAt),
    texts: {
      "zh-CN": texts["zh-CN"] ?? NO_TEXT,
      "zh-TW": texts["zh-TW"] ?? NO_TEXT,
      en: texts.en ?? NO_TEXT,
    },
  };
}

function isWritten({ title, content }: DraftText): boolean {
  return title.trim() !== "" || content !== "";
}

/** Returns the languages that have text. */
export function writtenLocales({ texts }: Pick<AnnouncementDraft, "texts">): Locale[] {
  return LOCALES.filter((locale) => isWritten(texts[locale]));
}

/** Returns the language shown to readers who prefer `locale`; undefined if there is no text. */
export function readIn(draft: AnnouncementDraft, locale: Locale): Locale | undefined {
  const written = writtenLocales(draft);
  return READING_ORDER[locale].find((one) => written.includes(one));
}

/** Builds the request body; `base` is the announcement being edited. */
export function inputOf(
  draft: AnnouncementDraft,
  base: AdminAnnouncement | undefined,
): AnnouncementInput {
  const startsAt = momentOf(draft.startsAt, base?.startsAt ?? null);
  return {
    type: draft.type,
    audience: draft.audience,
    draft: draft.showing === "draft",
    startsAt: draft.showing === "now" ? null : startsAt,
    endsAt: momentOf(draft.endsAt, base?.endsAt ?? null),
    texts: Object.fromEntries(
      writtenLocales(draft).map((locale) => {
        const { title, content } = draft.texts[locale];
        return [locale, { title: title.trim(), content }];
      }),
    ),
  };
}

/** Returns the stored size of text, in bytes. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function textProblems(locale: Locale, { title, content }: DraftText) {
  const at = (field: string) => `texts.${locale}.${field}`;
  const found: [path: string, problem: DraftProblem][] = [];
  if (title.trim() === "") {
    found.push([at("title"), "required"]);
  } else if (title.trim().length > MAX_TITLE_LENGTH) {
    found.push([at("title"), "too_long"]);
  }
  if (content === "") {
    found.push([at("content"), "required"]);
  } else if (bytesOf(content) > MAX_CONTENT_BYTES) {
    found.push([at("content"), "too_long"]);
  }
  return found;
}

/** Returns the problems that prevent saving, keyed by the server's field paths. */
export function problemsOf(draft: AnnouncementDraft): ReadonlyMap<string, DraftProblem> {
  const written = writtenLocales(draft);
  const found = written.flatMap((locale) => textProblems(locale, draft.texts[locale]));
  if (written.length === 0) {
    found.push(["texts", "no_language"]);
  }
  if (draft.showing === "later" && draft.startsAt === "") {
    found.push(["startsAt", "required"]);
  }
  const begins = draft.showing === "now" ? "" : draft.startsAt;
  for (const [path, moment] of [
    ["startsAt", begins],
    ["endsAt", draft.endsAt],
  ] as const) {
    if (moment !== "" && Number.isNaN(new Date(moment).getTime())) {
      found.push([path, "no_time"]);
    }
  }
  if (new Date(draft.endsAt) <= new Date(begins)) {
    found.push(["endsAt", "ends_before_start"]);
  }
  return new Map(found);
}

/** Returns true if saving the two drafts would produce the same result. */
export function saysTheSame(one: AnnouncementDraft, other: AnnouncementDraft): boolean {
  const said = (draft: AnnouncementDraft) => JSON.stringify(inputOf(draft, undefined));
  return said(one) === said(other);
}
