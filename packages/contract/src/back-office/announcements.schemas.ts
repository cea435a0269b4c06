import * as z from "zod/mini";
import { LOCALES, type Locale } from "../errors/locales.ts";
import { id, line, page, pageQuery, text, timeInput, timestamp } from "../fields.ts";

export const ANNOUNCEMENT_TYPES = ["info", "warning", "success", "error"] as const;

/** Who sees an announcement: everyone, only signed-in users, or only operators. */
export const ANNOUNCEMENT_AUDIENCES = ["public", "customers", "operators"] as const;

/** The current status of an announcement; only an active one is shown. */
export const ANNOUNCEMENT_STATUSES = ["draft", "scheduled", "active", "ended"] as const;

export const MAX_TITLE_LENGTH = 120;
/** Maximum size of the HTML as written, in UTF-8 bytes (20 KB). */
export const MAX_CONTENT_BYTES = 20_480;
export const MAX_BATCH = 100;

/**
 * The order in which other languages are tried if an announcement has no text in the reader's
 * language. The other Chinese script comes before English.
 */
export const READING_ORDER: Readonly<Record<Locale, readonly Locale[]>> = {
  "zh-CN": ["zh-CN", "zh-TW", "en"],
  "zh-TW": ["zh-TW", "zh-CN", "en"],
  en: ["en", "zh-CN", "zh-TW"],
};

/**
 * An announcement as shown to readers. `content` is HTML, sanitized both when written and when
 * shown. `locale` is the language of the text, which differs from the reader's language if the
 * announcement has no text in that language.
 */
export const announcement = z.object({
  id: z.string(),
  type: z.enum(ANNOUNCEMENT_TYPES),
  locale: z.enum(LOCALES),
  title: z.string(),
  content: z.string(),
  publishedAt: timestamp,
});

export const activeAnnouncements = z.array(announcement);

const writtenText = z.object({ title: z.string(), content: z.string() });

/**
 * An announcement as shown to its editors. Texts are sanitized; `title` and `content` repeat the
 * text in the reader's language, or in the nearest available language.
 */
export const adminAnnouncement = z.object({
  id: z.string(),
  type: z.enum(ANNOUNCEMENT_TYPES),
  title: z.string(),
  content: z.string(),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES),
  status: z.enum(ANNOUNCEMENT_STATUSES),
  draft: z.boolean(),
  startsAt: z.nullable(timestamp),
  endsAt: z.nullable(timestamp),
  texts: z.partialRecord(z.enum(LOCALES), writtenText),
  /** Increases with every change. A change states the revision it is based on. */
  revision: z.int(),
  createdBy: z.string(),
  createdAt: timestamp,
  changedBy: z.string(),
  changedAt: timestamp,
});

export const adminAnnouncements = page(adminAnnouncement);

export const listAnnouncementsQuery = z.strictObject({
  status: z.optional(z.enum(ANNOUNCEMENT_STATUSES, "not_allowed")),
  type: z.optional(z.enum(ANNOUNCEMENT_TYPES, "not_allowed")),
  audience: z.optional(z.enum(ANNOUNCEMENT_AUDIENCES, "not_allowed")),
  /** Limits the list to announcements without text in this language. */
  missing: z.optional(z.enum(LOCALES, "not_allowed")),
  /** A substring of the title in any language. */
  q: z.optional(text(100)),
  ...pageQuery,
});

const title = line(MAX_TITLE_LENGTH);
const content = text(MAX_CONTENT_BYTES).check(z.minLength(1, "required"));
const textInput = z.strictObject({ title, content });

/**
 * An announcement to save: its type, and its text either as `title` and `content` in the writer's
 * language or as `texts` in several languages. All other fields have defaults: the announcement is
 * shown to everyone, from now until it is ended. An update leaves omitted fields unchanged.
 */
const written = {
  type: z.enum(ANNOUNCEMENT_TYPES, "not_allowed"),
  title: z.optional(title),
  content: z.optional(content),
  audience: z.optional(z.enum(ANNOUNCEMENT_AUDIENCES, "not_allowed")),
  /** A draft is stored but never shown, regardless of its schedule. */
  draft: z.optional(z.boolean("wrong_type")),
  /**
   * `null` means that the announcement starts at publication or, for a draft, that the start is not
   * yet decided.
   */
  startsAt: z.optional(z.nullable(timeInput)),
  /** `null`: shown until it is ended. */
  endsAt: z.optional(z.nullable(timeInput)),
  /** The text, in at least one language. */
  texts: z.optional(
    z.strictObject({
      "zh-CN": z.optional(textInput),
      "zh-TW": z.optional(textInput),
      en: z.optional(textInput),
    }),
  ),
};

interface Worded {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly texts?: object | undefined;
}

/** Requires either a title with content or `texts`, but not both. */
function checkWords({ value, issues }: z.core.ParsePayload<Worded>): void {
  for (const field of ["title", "content"] as const) {
    const isWanted = value.texts === undefined;
    if ((value[field] !== undefined) !== isWanted) {
      const message = isWanted ? "required" : "unknown_field";
      issues.push({ code: "custom", path: [field], message, input: value });
    }
  }
}

const EXAMPLE = {
  type: "info",
  title: "Maintenance on Sunday",
  content: "<p>Payments work as usual. Exports wait until <b>10:00 UTC</b>.</p>",
};

export const createAnnouncementBody = z
  .strictObject(written)
  .check(checkWords)
  .register(z.globalRegistry, { examples: [EXAMPLE] });

export const changeAnnouncementBody = z
  .strictObject({
    ...written,
    /**
     * The revision that was edited. If the announcement has changed since then, the request is
     * rejected instead of overwriting the change.
     */
    revision: z.optional(
      z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000)),
    ),
  })
  .check(checkWords)
  .register(z.globalRegistry, { examples: [{ ...EXAMPLE, revision: 1 }] });

export const batchDeleteBody = z.strictObject({
  ids: z
    .array(id("ann"), "wrong_type")
    .check(z.minLength(1, "required"), z.maxLength(MAX_BATCH, "too_long")),
});

export const batchDeleted = z.object({ deleted: z.int() });

export type Announcement = z.infer<typeof announcement>;
export type AdminAnnouncement = z.infer<typeof adminAnnouncement>;
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];
export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number];
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];
export type ListAnnouncementsQuery = z.output<typeof listAnnouncementsQuery>;
export type AnnouncementBody = z.output<typeof createAnnouncementBody>;

/** A complete announcement. */
export interface AnnouncementInput {
  readonly type: AnnouncementType;
  readonly audience: AnnouncementAudience;
  readonly draft: boolean;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly texts: NonNullable<AnnouncementBody["texts"]>;
}
