import type { AnnouncementBody } from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { auditedChange } from "./announcement-audit.policy.ts";
import { completeBody, isInOneLanguage, nearestText } from "./announcement-body.policy.ts";
import {
  type AnnouncementRecord,
  lockAnnouncements,
  type StoredText,
  updateAnnouncement,
} from "./announcement-records.repository.ts";
import { checkSchedule } from "./check-schedule.ts";
import type { AnnouncementAuthor } from "./create-announcement.ts";
import { prepareTexts } from "./prepare-texts.ts";
import { isSameText, isSameWriting } from "./same-text.policy.ts";

interface AnnouncementChange {
  /** UUID; undefined if the requested id is invalid. */
  readonly id: string | undefined;
  readonly body: AnnouncementBody;
  /** Language of the author. */
  readonly locale: Locale;
  /** The revision that the author edited; undefined to overwrite the current revision. */
  readonly revision: number | undefined;
  readonly author: AnnouncementAuthor;
}

/**
 * Replaces an announcement's texts and schedule. A title and content without a language replace the
 * text that the author saw; texts in other languages are kept. A change that makes no difference
 * creates no new revision, so it can be retried.
 *
 * @throws Refusal `not_found`; `invalid_input`; `announcement_changed`, stating who has changed it
 * in the meantime, and when
 */
export async function changeAnnouncement(
  context: AppContext,
  change: AnnouncementChange,
): Promise<AnnouncementRecord> {
  const { id, body, locale } = change;
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  const inOneLanguage = isInOneLanguage(body);
  const written = await prepareTexts(completeBody(body, locale).texts, inOneLanguage);
  return inTransaction(context.db, async (tx) => {
    const [stored] = await lockAnnouncements(tx, [id]);
    if (stored === undefined || stored.deleted_at !== null) {
      throw new Refusal("not_found");
    }
    const input = completeBody(body, locale, stored);
    const texts = inOneLanguage ? withShown(stored, written, locale) : written;
    const next: AnnouncementRecord = {
      ...stored,
      type: input.type,
      audience: input.audience,
      ...checkSchedule(input, context.clock.now(), stored),
      texts: texts.map((text) => keptOr(stored, text)),
    };
    return isSameWriting(stored, next) ? stored : write(context, tx, stored, { ...change, next });
  });
}

/**
 * Returns all texts of an announcement, with a new text in place of the one that its author saw.
 */
function withShown(
  stored: AnnouncementRecord,
  [written]: readonly StoredText[],
  locale: Locale,
): StoredText[] {
  const shown = nearestText(stored.texts, locale)?.locale ?? locale;
  const others = stored.texts.filter((text) => text.locale !== shown);
  return written === undefined ? others : [...others, { ...written, locale: shown }];
}

/** Keeps the original text if the submitted text is just its sanitized form. */
function keptOr(stored: AnnouncementRecord, text: StoredText): StoredText {
  return (
    stored.texts.find((other) => other.locale === text.locale && isSameText(other, text)) ?? text
  );
}

async function write(
  context: AppContext,
  tx: Tx,
  stored: AnnouncementRecord,
  {
    revision,
    author,
    next,
  }: Pick<AnnouncementChange, "revision" | "author"> & { readonly next: AnnouncementRecord },
): Promise<AnnouncementRecord> {
  if (revision !== undefined && stored.revision !== revision) {
    throw new Refusal("announcement_changed", {
      changed: { by: stored.changed_by, at: stored.changed_at },
    });
  }
  const changed: AnnouncementRecord = {
    ...next,
    revision: stored.revision + 1,
    changed_by: author.actor,
    changed_at: context.clock.now(),
  };
  await updateAnnouncement(tx, changed);
  await context.ledger.appendAudit(tx, [
    {
      action: "announcement.change",
      actor: author.actor,
      customerId: null,
      object: stored.id,
      outcome: "ok",
      requestId: author.requestId,
      data: { role: author.role, ...auditedChange(stored, changed) },
    },
  ]);
  return changed;
}
