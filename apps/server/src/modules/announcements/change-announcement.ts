import type { AnnouncementInput } from "@tessera/contract/announcements/announcements.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditedChange } from "./announcement-audit.policy.ts";
import {
  type AnnouncementRecord,
  lockAnnouncements,
  type StoredText,
  updateAnnouncement,
} from "./announcement-records.repository.ts";
import { checkSchedule } from "./check-schedule.ts";
import type { AnnouncementAuthor } from "./create-announcement.ts";
import { prepareTexts } from "./prepare-texts.ts";
import { isSameText, isSameWriting } from "./same-writing.policy.ts";

interface AnnouncementChange {
  /** A uuid; undefined where what was asked for cannot be one. */
  readonly id: string | undefined;
  readonly input: AnnouncementInput;
  /** The revision that was edited. */
  readonly revision: number;
  readonly author: AnnouncementAuthor;
}

/**
 * Replaces what an announcement says and when. What it says already makes no new revision, so that
 * a change can be sent twice.
 *
 * @throws Refusal `not_found`, `invalid_input`, `announcement_changed` where somebody else changed
 * it since, telling who and when
 */
export async function changeAnnouncement(
  context: AppContext,
  change: AnnouncementChange,
): Promise<AnnouncementRecord> {
  const { id, input } = change;
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  const written = await prepareTexts(input.texts);
  return inTransaction(context.db, async (tx) => {
    const [stored] = await lockAnnouncements(tx, [id]);
    if (stored === undefined || stored.deleted_at !== null) {
      throw new Refusal("not_found");
    }
    const next: AnnouncementRecord = {
      ...stored,
      type: input.type,
      audience: input.audience,
      ...checkSchedule(input, context.clock.now(), stored),
      texts: written.map((text) => keptOr(stored, text)),
    };
    return isSameWriting(stored, next) ? stored : write(context, tx, stored, { ...change, next });
  });
}

/** The text as it was first written, where what comes back is only its cleaned form. */
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
  if (stored.revision !== revision) {
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
