import { hash } from "node:crypto";
import type { AnnouncementInput } from "@tessera/contract/back-office/announcements.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { auditedState } from "./announcement-audit.policy.ts";
import {
  type AnnouncementRecord,
  findByClientKey,
  insertAnnouncement,
} from "./announcement-records.repository.ts";
import { checkSchedule } from "./check-schedule.ts";
import { prepareTexts } from "./prepare-texts.ts";
import { isSameWriting } from "./same-text.policy.ts";
import { plannedSchedule } from "./schedule.policy.ts";

/** The author of an announcement, for the audit log. */
export interface AnnouncementAuthor {
  /** The id of a person, or the name of an automated author. */
  readonly authorId: string;
  readonly actor: string;
  readonly role: string;
  readonly requestId: string | null;
}

export interface NewAnnouncement {
  /** A UUID from an author who may have to retry the call. A retry has no further effect. */
  readonly id?: string;
  readonly idempotencyKey?: string;
  readonly input: AnnouncementInput;
  /** Whether the text was sent as a single title and content. If so, refusals name these fields. */
  readonly inOneLanguage?: boolean;
  readonly author: AnnouncementAuthor;
}

/** Returns the stored form of the idempotency key from an author's call. */
export function announcementKey(author: AnnouncementAuthor, key: string): string {
  return hash("sha256", `${author.authorId}\n${key}`, "base64url");
}

/**
 * Creates an announcement. Calls with the same id or the same key create only one.
 *
 * @throws Refusal `invalid_input`, naming each field, for an announcement that could not be shown
 * or that would never be shown; `idempotency_mismatch`
 */
export async function createAnnouncement(
  context: AppContext,
  { id, idempotencyKey, input, inOneLanguage, author }: NewAnnouncement,
): Promise<AnnouncementRecord> {
  const now = context.clock.now();
  const texts = await prepareTexts(input.texts, inOneLanguage);
  const record: AnnouncementRecord = {
    id: id ?? newId(now),
    type: input.type,
    audience: input.audience,
    ...checkSchedule(input, now),
    revision: 1,
    created_by: author.actor,
    created_at: now,
    changed_by: author.actor,
    changed_at: now,
    deleted_at: null,
    client_key: idempotencyKey === undefined ? null : announcementKey(author, idempotencyKey),
    deleted_with: null,
    texts,
  };
  return inTransaction(context.db, async (tx) => {
    if (await insertAnnouncement(tx, record)) {
      await recordCreation(context, tx, record, author);
      return record;
    }
    return earlierOf(tx, record, input);
  });
}

/**
 * Finds the announcement that the same call created earlier. It is returned as the response even if
 * it has been changed since.
 */
async function earlierOf(
  tx: Tx,
  record: AnnouncementRecord,
  input: AnnouncementInput,
): Promise<AnnouncementRecord> {
  const { client_key: key, created_at: now } = record;
  const earlier = key === null ? undefined : await findByClientKey(tx, key);
  if (earlier === undefined) {
    return record;
  }
  const again = { ...record, ...plannedSchedule(input, now, earlier) };
  if (earlier.revision === 1 && !isSameWriting(earlier, again)) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}

async function recordCreation(
  context: AppContext,
  tx: Tx,
  record: AnnouncementRecord,
  { actor, role, requestId }: AnnouncementAuthor,
): Promise<void> {
  await context.ledger.appendAudit(tx, [
    {
      action: "announcement.create",
      actor,
      customerId: null,
      object: record.id,
      outcome: "ok",
      requestId,
      data: { role, after: auditedState(record) },
    },
  ]);
}
