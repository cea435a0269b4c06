import type { FieldCode } from "@tessera/contract/fields";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { auditedState } from "./announcement-audit.policy.ts";
import {
  type AnnouncementRecord,
  lockAnnouncements,
  markDeleted,
} from "./announcement-records.repository.ts";
import { type AnnouncementAuthor, announcementKey } from "./create-announcement.ts";

const UNKNOWN: FieldCode = "unknown_id";

/**
 * Deletes an announcement. Does nothing if it is already deleted.
 *
 * @throws Refusal `not_found` if it never existed
 */
export async function deleteAnnouncement(
  context: AppContext,
  id: string | undefined,
  author: AnnouncementAuthor,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const [stored] = id === undefined ? [] : await lockAnnouncements(tx, [id]);
    if (stored === undefined) {
      throw new Refusal("not_found");
    }
    if (stored.deleted_at === null) {
      await deleteAll(context, tx, [stored], { author, deletedWith: null });
    }
  });
}

interface BatchDelete {
  /** Wire ids. Duplicates count once. */
  readonly ids: readonly string[];
  readonly author: AnnouncementAuthor;
  readonly idempotencyKey: string;
}

/**
 * Deletes either all of the listed announcements or none of them. Announcements that the same key
 * deleted earlier count as deleted.
 *
 * @returns the number of deleted announcements
 * @throws Refusal `not_found`, naming each id (`ids.3`) that does not exist
 */
export async function deleteAnnouncements(
  context: AppContext,
  { ids, author, idempotencyKey }: BatchDelete,
): Promise<{ deleted: number }> {
  const deletedWith = announcementKey(author, idempotencyKey);
  const wanted = ids.map((id) => parseId("ann", id) ?? "");
  return inTransaction(context.db, async (tx) => {
    const found = await lockAnnouncements(tx, [...new Set(wanted)]);
    const there = found.filter(
      (record) => record.deleted_at === null || record.deleted_with === deletedWith,
    );
    const known = new Set(there.map(({ id }) => id));
    const fields = wanted.flatMap((id, place) =>
      known.has(id) ? [] : [{ path: `ids.${place}`, code: UNKNOWN }],
    );
    if (fields.length > 0) {
      throw new Refusal("not_found", { fields });
    }
    const open = there.filter(({ deleted_at }) => deleted_at === null);
    if (open.length > 0) {
      await deleteAll(context, tx, open, { author, deletedWith });
    }
    return { deleted: there.length };
  });
}

async function deleteAll(
  context: AppContext,
  tx: Tx,
  records: readonly AnnouncementRecord[],
  {
    author,
    deletedWith,
  }: { readonly author: AnnouncementAuthor; readonly deletedWith: string | null },
): Promise<void> {
  const { actor, role, requestId } = author;
  const ids = records.map(({ id }) => id);
  await markDeleted(tx, ids, { at: context.clock.now(), by: actor, deletedWith });
  await context.ledger.appendAudit(
    tx,
    records.map((record) => ({
      action: "announcement.delete",
      actor,
      customerId: null,
      object: record.id,
      outcome: "ok",
      requestId,
      data: { role, before: auditedState(record) },
    })),
  );
}
