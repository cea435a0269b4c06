import { LOCALES, type Locale, type LocalisedText } from "@tessera/contract/errors/locales";
import { isPlainText } from "@tessera/contract/fields";

import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import { insertAnnouncement } from "./announcements.repository.ts";
import type { AnnouncementAudience, AnnouncementType } from "./announcements.tables.ts";
import { SANITISER_VERSION } from "./sanitiser-version.ts";

export interface PublishAnnouncementInput {
  /** A uuid, for a publisher who may have to ask twice; a repeat does nothing. */
  readonly id?: string;
  readonly type: AnnouncementType;
  readonly audience: AnnouncementAudience;
  readonly title: LocalisedText;
  /** HTML; cleaned before it is kept. */
  readonly content: LocalisedText;
  readonly startsAt: Date;
  readonly endsAt?: Date;
  /** Who publishes it, for the audit trail. */
  readonly actor: string;
  readonly requestId?: string;
}

const MAX_TITLE = 120;

function refuse(path: string, code: "malformed" | "malformed_text" | "too_long"): never {
  throw new Refusal("invalid_input", { fields: [{ path, code }] });
}

function checkTitle(locale: Locale, title: string): string {
  const trimmed = title.trim();
  if (trimmed === "" || !isPlainText(trimmed) || /[\n\r\t]/.test(trimmed)) {
    refuse(`title.${locale}`, "malformed_text");
  }
  if (trimmed.length > MAX_TITLE) {
    refuse(`title.${locale}`, "too_long");
  }
  return trimmed;
}

async function cleanContent(locale: Locale, raw: string): Promise<string> {
  // A DOM costs tens of megabytes that a server which publishes nothing need not carry.
  const { sanitiseHtml, UnfitHtmlError } = await import("./sanitise-html.ts");
  try {
    if (!isPlainText(raw)) {
      refuse(`content.${locale}`, "malformed_text");
    }
    return sanitiseHtml(raw);
  } catch (error) {
    if (error instanceof UnfitHtmlError) {
      refuse(`content.${locale}`, "malformed");
    }
    throw error;
  }
}

/**
 * Publishes an announcement in every language, from `startsAt` until `endsAt`.
 *
 * @returns its id, a uuid
 * @throws Refusal `invalid_input` for a title or content that cannot be shown
 */
export async function publishAnnouncement(
  context: AppContext,
  input: PublishAnnouncementInput,
): Promise<string> {
  if (input.endsAt !== undefined && input.endsAt <= input.startsAt) {
    refuse("endsAt", "malformed");
  }
  const id = input.id ?? newId(context.clock.now());
  const texts = await Promise.all(
    LOCALES.map(async (locale) => {
      const title = checkTitle(locale, input.title[locale]);
      return {
        announcement_id: id,
        locale,
        title,
        content_raw: input.content[locale],
        content_clean: await cleanContent(locale, input.content[locale]),
        sanitiser_version: SANITISER_VERSION,
      };
    }),
  );
  const row = {
    id,
    type: input.type,
    audience: input.audience,
    starts_at: input.startsAt,
    ends_at: input.endsAt ?? null,
    withdrawn_at: null,
    created_by: input.actor,
    created_at: context.clock.now(),
  };
  await inTransaction(context.db, async (tx) => {
    if (!(await insertAnnouncement(tx, row, texts))) {
      return;
    }
    await context.ledger.appendAudit(tx, [
      {
        action: "announcement.published",
        actor: input.actor,
        customerId: null,
        object: id,
        outcome: "ok",
        requestId: input.requestId ?? null,
        data: { type: input.type, audience: input.audience },
      },
    ]);
  });
  return id;
}
