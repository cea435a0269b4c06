import { hash } from "node:crypto";
import type { Locale } from "@tessera/contract/errors/locales";
import type { DataArchive } from "@tessera/contract/identity/my-data.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, wireId } from "../../platform/ids.ts";
import {
  findArchiveByKey,
  hasOpenArchive,
  insertArchive,
  lockCustomer,
} from "./archives.repository.ts";
import { presentArchive } from "./my-data.presenter.ts";
import type { ArchiveRow } from "./my-data.tables.ts";

/** The customer who requests, cancels or downloads an archive, for the audit log. */
export interface ArchiveOwner {
  readonly customerId: string;
  readonly actor: string;
  readonly requestId: string;
}

interface ArchiveWish extends ArchiveOwner {
  readonly locale: Locale;
  readonly idempotencyKey: string;
}

/**
 * Queues an archive of everything stored about the customer. Repeated calls with the same key
 * create only one archive.
 *
 * @throws Refusal `archive_in_progress` while another one is queued or in progress
 */
export async function requestArchive(
  context: AppContext,
  { locale, idempotencyKey, ...owner }: ArchiveWish,
): Promise<DataArchive> {
  const { customerId } = owner;
  const clientKey = hash("sha256", idempotencyKey, "base64url");
  const { row, isNew } = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const earlier = await findArchiveByKey(tx, customerId, clientKey);
    return {
      row: earlier ?? (await insert(context, tx, { ...owner, locale, clientKey })),
      isNew: earlier === undefined,
    };
  });
  if (isNew) {
    await context.events.publish(customerId, "my_data", { archiveId: wireId("arc", row.id) });
  }
  return presentArchive(row, context.clock.now());
}

async function insert(
  context: AppContext,
  tx: Tx,
  asked: ArchiveOwner & { readonly locale: Locale; readonly clientKey: string },
): Promise<ArchiveRow> {
  const { customerId, locale, clientKey } = asked;
  if (await hasOpenArchive(tx, customerId)) {
    throw new Refusal("archive_in_progress");
  }
  const now = context.clock.now();
  const row = await insertArchive(tx, {
    id: newId(now),
    customer_id: customerId,
    client_key: clientKey,
    locale,
    created_at: now,
  });
  await context.ledger.appendAudit(tx, [
    {
      action: "my_data.request",
      actor: asked.actor,
      customerId,
      object: row.id,
      outcome: "ok",
      requestId: asked.requestId,
      data: {},
    },
  ]);
  return row;
}
