import {
  type AnnouncementInput,
  MAX_CONTENT_BYTES,
  MAX_TITLE_LENGTH,
} from "@tessera/contract/back-office/announcements.schemas";
import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import { type FieldCode, isPlainText } from "@tessera/contract/fields";
import { Refusal } from "../../platform/http/refusal.ts";
import type { StoredText } from "./announcement-records.repository.ts";
import { sanitizeApart } from "./sanitize-in-worker.ts";
import { SANITIZER_VERSION } from "./sanitizer-version.ts";

interface FieldRefusal {
  readonly path: string;
  readonly code: FieldCode;
}

const CODE_BY_FLAW = {
  too_long: "too_long",
  too_deep: "malformed",
  unreadable: "unreadable_content",
} as const;

function titleProblem(title: string): FieldCode | undefined {
  if (title === "" || !isPlainText(title) || /[\n\r\t]/.test(title)) {
    return "malformed_text";
  }
  return title.length > MAX_TITLE_LENGTH ? "too_long" : undefined;
}

/** Returns the sanitized content, or what is wrong with the original. */
async function clean(raw: string): Promise<{ clean: string } | { code: FieldCode }> {
  if (!isPlainText(raw)) {
    return { code: "malformed_text" };
  }
  if (Buffer.byteLength(raw) > MAX_CONTENT_BYTES) {
    return { code: "too_long" };
  }
  const cleaned = await sanitizeApart(raw);
  return "clean" in cleaned ? cleaned : { code: CODE_BY_FLAW[cleaned.flaw] };
}

/**
 * Validates and sanitizes an announcement's texts, language by language.
 *
 * @param inOneLanguage whether the text was sent as `title` and `content`, so that refusals name
 * these fields
 * @throws Refusal `invalid_input`, naming every title and content that cannot be shown
 */
export async function prepareTexts(
  texts: AnnouncementInput["texts"],
  inOneLanguage = false,
): Promise<StoredText[]> {
  const prepared: StoredText[] = [];
  const fields: FieldRefusal[] = [];
  for (const locale of LOCALES) {
    const text = texts[locale];
    if (text !== undefined) {
      const { refusals, stored } = await prepareText(locale, text, inOneLanguage);
      fields.push(...refusals);
      prepared.push(...stored);
    }
  }
  if (prepared.length === 0 && fields.length === 0) {
    fields.push({ path: "texts", code: "required" });
  }
  if (fields.length > 0) {
    throw new Refusal("invalid_input", { fields });
  }
  return prepared;
}

async function prepareText(
  locale: Locale,
  text: { readonly title: string; readonly content: string },
  inOneLanguage: boolean,
): Promise<{ refusals: FieldRefusal[]; stored: StoredText[] }> {
  const prefix = inOneLanguage ? "" : `texts.${locale}.`;
  const title = text.title.trim();
  const code = titleProblem(title);
  const refusals: FieldRefusal[] = code === undefined ? [] : [{ path: `${prefix}title`, code }];
  const cleaned = await clean(text.content);
  if ("code" in cleaned) {
    refusals.push({ path: `${prefix}content`, code: cleaned.code });
    return { refusals, stored: [] };
  }
  const stored: StoredText = {
    locale,
    title,
    content_raw: text.content,
    content_clean: cleaned.clean,
    sanitiser_version: SANITIZER_VERSION,
  };
  return { refusals, stored: [stored] };
}
