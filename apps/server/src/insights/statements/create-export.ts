import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Locale } from "@tessera/contract/errors/locales";
import {
  type CreateExportBody,
  MAX_OPEN_EXPORTS,
  type ReconciliationExport,
} from "@tessera/contract/insights/statements.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, parseId, wireId } from "../../platform/ids.ts";
import { type ExportQuestion, problemsOf, questionOf } from "./export-question.policy.ts";
import {
  countOpenExports,
  findExportByKey,
  insertExport,
  isTimeZone,
  lockCustomer,
  selectPeriod,
} from "./exports.repository.ts";
import { countCards } from "./pockets.repository.ts";
import { presentExport } from "./reconciliation.presenter.ts";
import type { ExportRow } from "./reconciliation.tables.ts";

/** The person who requests an export, for the audit log. */
export interface Asker {
  readonly customerId: string;
  readonly actor: string;
  readonly requestId: string;
}

interface ExportWish extends Asker {
  readonly body: CreateExportBody;
  readonly locale: Locale;
  readonly idempotencyKey: string;
}

/**
 * Queues an export. Repeated requests with the same key queue only one. The period ends no later
 * than the time of the request, so that later activity can't change the file.
 *
 * @throws Refusal `invalid_input`, `not_found` for another customer's card, `too_many_exports`,
 * `idempotency_mismatch`
 */
export async function createExport(
  context: AppContext,
  { body, locale, idempotencyKey, ...asker }: ExportWish,
): Promise<ReconciliationExport> {
  const question = questionOf(body, locale);
  const clientKey = hash("sha256", idempotencyKey, "base64url");
  const { row, isNew } = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, asker.customerId);
    const earlier = await findExportByKey(tx, asker.customerId, clientKey);
    if (earlier !== undefined && !isDeepStrictEqual(earlier.question, question)) {
      throw new Refusal("idempotency_mismatch");
    }
    return {
      row: earlier ?? (await insert(context, tx, { ...asker, question, clientKey })),
      isNew: earlier === undefined,
    };
  });
  if (isNew) {
    const exportId = wireId("exp", row.id);
    await context.events.publish(asker.customerId, "reconciliation", { exportId });
  }
  return presentExport(row, context.clock.now());
}

async function insert(
  context: AppContext,
  tx: Tx,
  asked: Asker & { readonly question: ExportQuestion; readonly clientKey: string },
): Promise<ExportRow> {
  const { customerId, question, clientKey } = asked;
  const now = context.clock.now();
  const { startsAt, endsAt } = await requirePeriod(tx, question, now);
  await requireOwnCards(tx, customerId, question.cards ?? []);
  if ((await countOpenExports(tx, customerId)) >= MAX_OPEN_EXPORTS) {
    throw new Refusal("too_many_exports");
  }
  const row = await insertExport(tx, {
    id: newId(now),
    customer_id: customerId,
    client_key: clientKey,
    question,
    starts_at: startsAt,
    ends_at: new Date(Math.min(endsAt.getTime(), now.getTime())),
    created_at: now,
  });
  await context.ledger.appendAudit(tx, [
    {
      action: "export.create",
      actor: asked.actor,
      customerId,
      object: row.id,
      outcome: "ok",
      requestId: asked.requestId,
      data: { ...question },
    },
  ]);
  return row;
}

/** Returns the start and end of the period. Rejects a day that has not begun yet. */
async function requirePeriod(tx: Tx, question: ExportQuestion, now: Date) {
  const problems = problemsOf(question);
  if (problems.length > 0) {
    throw new Refusal("invalid_input", { fields: problems });
  }
  if (!(await isTimeZone(tx, question.timeZone))) {
    throw new Refusal("invalid_input", { fields: [{ path: "timeZone", code: "not_allowed" }] });
  }
  const period = await selectPeriod(tx, question);
  if (period.startsAt >= now) {
    throw new Refusal("invalid_input", { fields: [{ path: "fromDay", code: "out_of_range" }] });
  }
  // A day that a time zone skipped by moving across the date line is empty.
  if (period.endsAt <= period.startsAt) {
    throw new Refusal("invalid_input", { fields: [{ path: "toDay", code: "out_of_range" }] });
  }
  return period;
}

async function requireOwnCards(
  tx: Tx,
  customerId: string,
  cards: readonly string[],
): Promise<void> {
  const ids = cards.flatMap((card) => parseId("card", card) ?? []);
  if ((await countCards(tx, customerId, ids)) < cards.length) {
    throw new Refusal("not_found");
  }
}
