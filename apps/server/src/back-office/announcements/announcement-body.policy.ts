import {
  type AnnouncementBody,
  type AnnouncementInput,
  READING_ORDER,
} from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";

interface Stored {
  readonly audience: AnnouncementInput["audience"];
  readonly is_draft: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
}

/** Returns whether a body contains a single title and content, in its author's language. */
export function isInOneLanguage({ texts }: Pick<AnnouncementBody, "texts">): boolean {
  return texts === undefined;
}

/**
 * Fills in the omitted fields of an announcement's body.
 *
 * @param locale the author's language, in which `title` and `content` are written
 * @param stored the announcement to be changed, which keeps the values of omitted fields. By
 * default, a new announcement is shown to everyone right away, until an operator ends it.
 */
export function completeBody(
  body: AnnouncementBody,
  locale: Locale,
  stored?: Stored,
): AnnouncementInput {
  const { type, title = "", content = "", audience, draft, startsAt, endsAt } = body;
  const orStored = (given: string | null | undefined, kept: Date | null | undefined) =>
    given === undefined ? (kept?.toISOString() ?? null) : given;
  return {
    type,
    audience: audience ?? stored?.audience ?? "public",
    draft: draft ?? stored?.is_draft ?? false,
    startsAt: orStored(startsAt, stored?.starts_at),
    endsAt: orStored(endsAt, stored?.ends_at),
    texts: body.texts ?? { [locale]: { title, content } },
  };
}

/** Finds the text in a reader's language, or in the nearest available language. */
export function nearestText<T extends { readonly locale: Locale }>(
  texts: readonly T[],
  locale: Locale,
): T | undefined {
  return READING_ORDER[locale]
    .map((one) => texts.find((text) => text.locale === one))
    .find((text) => text !== undefined);
}
