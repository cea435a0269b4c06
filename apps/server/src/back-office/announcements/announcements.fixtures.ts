import type { AnnouncementInput } from "@tessera/contract/back-office/announcements.schemas";

/** The author for tests that have no session. */
export const AUTHOR = { authorId: "test", actor: "admin", role: "administrator", requestId: null };

/** The same text in every language. */
export function inEveryLanguage(
  title: string,
  content = "<p>Text</p>",
): AnnouncementInput["texts"] {
  const text = { title, content };
  return { en: text, "zh-CN": text, "zh-TW": text };
}

/**
 * Builds an announcement that is shown to everyone from now on. `over` overrides some of its
 * fields.
 */
export function written(over: Partial<AnnouncementInput> = {}): AnnouncementInput {
  return {
    type: "info",
    audience: "public",
    draft: false,
    startsAt: null,
    endsAt: null,
    texts: inEveryLanguage("Title"),
    ...over,
  };
}
