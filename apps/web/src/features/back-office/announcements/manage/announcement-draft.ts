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

/** When an announcement is to be shown: not yet decided, at once, or from a time on. */
export type Showing = "draft" | "now" | "later";

/** An announcement as it is being written. */
export interface AnnouncementDraft {
  readonly type: AnnouncementType;
  readonly audience: AnnouncementAudience;
  readonly showing: Showing;
  /** In the form of a local date and time input; empty for none. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly texts: Readonly<Record<Locale, DraftText>>;
}

export interface DraftText {
  readonly title: string;
  /** HTML; empty where nothing is written. */
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

/** A moment as a local date and time input shows it, to the minute. */
export function localTime(at: string | null): string {
  if (at === null) {
    return "";
  }
  const date = new Date(at);
  const month = twoDigits(date.getMonth() + 1);
  const day = `${date.getFullYear()}-${month}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The moment of a local input; `before` where it shows that one, whose seconds it cannot show. */
function momentOf(local: string, before: string | null): string | null {
  if (local === localTime(before)) {
    return before;
  }
  const date = new Date(local);
  return local === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** An announcement as it stands, to be edited. */
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

/** The languages that it is written in. */
export function writtenLocales({ texts }: Pick<AnnouncementDraft, "texts">): Locale[] {
  return LOCALES.filter((locale) => isWritten(texts[locale]));
}

/** In which language somebody reads it who prefers `locale`; undefined where it has none. */
export function readIn(draft: AnnouncementDraft, locale: Locale): Locale | undefined {
  const written = writtenLocales(draft);
  return READING_ORDER[locale].find((one) => written.includes(one));
}

/** What is sent; `base` is the announcement that was edited. */
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

/** How many bytes a text takes as it is kept. */
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

/** What stands in the way of saving, by the path that the server would name. */
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

/** Whether two drafts would be saved as the same. */
export function saysTheSame(one: AnnouncementDraft, other: AnnouncementDraft): boolean {
  const said = (draft: AnnouncementDraft) => JSON.stringify(inputOf(draft, undefined));
  return said(one) === said(other);
}
