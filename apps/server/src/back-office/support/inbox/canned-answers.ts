import {
  type AnswerInput,
  type CannedAnswer,
  MAX_ANSWERS,
} from "@tessera/contract/back-office/support-desk.schemas";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";
import { type Page, type PageQuery, readPage } from "../../../platform/paging/pages.ts";
import { clientKey } from "../client-key.ts";
import { presentAnswer } from "../support.presenter.ts";
import type { AnswerRow, AnswerTexts } from "../support.tables.ts";
import {
  countAnswers,
  findAnswerByKey,
  insertAnswer,
  isNameTaken,
  listAnswers,
  lockAnswer,
  updateAnswer,
} from "./answers.repository.ts";
import { type DeskActor, recordAct } from "./record-act.ts";

/**
 * Lists saved replies by name.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listCannedAnswers(
  context: AppContext,
  query: PageQuery,
): Promise<Page<CannedAnswer>> {
  const { rows, nextCursor } = await readPage(context, {
    scope: "canned-answers",
    query,
    read: (seek) => listAnswers(context.db.kysely, seek),
    placeOf: ({ sorted_name }) => [sorted_name],
  });
  return { data: rows.map(presentAnswer), nextCursor };
}

/**
 * Returns the texts in an input.
 *
 * @throws Refusal `invalid_input` if there are no texts, or if a text is blank
 */
function textsOf({ texts }: AnswerInput): AnswerTexts {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  const blank = given.find(([, text]) => text?.trim() === "");
  if (given.length === 0 || blank !== undefined) {
    const path = blank === undefined ? "texts" : `texts.${blank[0]}`;
    throw new Refusal("invalid_input", { fields: [{ path, code: "required" }] });
  }
  return Object.fromEntries(given);
}

function isSame(a: Pick<AnswerRow, "name" | "texts">, b: Pick<AnswerRow, "name" | "texts">) {
  const languages = new Set([...Object.keys(a.texts), ...Object.keys(b.texts)]);
  const text = ({ texts }: typeof a, language: string) =>
    Object.entries(texts).find(([one]) => one === language)?.[1];
  return a.name === b.name && [...languages].every((one) => text(a, one) === text(b, one));
}

/**
 * Creates a saved reply. Repeated calls with the same key create only one.
 *
 * @throws Refusal `invalid_input`, `answer_name_taken`, `too_many_answers`, `idempotency_mismatch`
 */
export async function createCannedAnswer(
  context: AppContext,
  input: { actor: DeskActor; body: AnswerInput; idempotencyKey: string },
): Promise<CannedAnswer> {
  const { actor, body, idempotencyKey } = input;
  const now = context.clock.now();
  const row: AnswerRow = {
    id: newId(now),
    name: body.name,
    texts: textsOf(body),
    revision: 1,
    changed_by: actor.username,
    changed_at: now,
    deleted_at: null,
    client_key: clientKey(actor.userId, "answers", idempotencyKey),
  };
  return inTransaction(context.db, async (tx) => {
    const earlier = await findAnswerByKey(tx, row.client_key);
    if (earlier !== undefined) {
      return presentAnswer(sameAs(earlier, row));
    }
    const isFull = (await countAnswers(tx)) >= MAX_ANSWERS;
    if (isFull || !(await insertAnswer(tx, row))) {
      // Another server may have used the same key in the meantime and taken the last free slot.
      const twin = await findAnswerByKey(tx, row.client_key);
      if (twin === undefined) {
        throw new Refusal(isFull ? "too_many_answers" : "answer_name_taken");
      }
      return presentAnswer(sameAs(twin, row));
    }
    await record(context, tx, actor, { action: "support.answer_create", row });
    return presentAnswer(row);
  });
}

function sameAs(earlier: AnswerRow, row: AnswerRow): AnswerRow {
  if (earlier.revision === 1 && !isSame(earlier, row)) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}

interface AnswerChange {
  readonly actor: DeskActor;
  /** UUID; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  readonly body: AnswerInput & { readonly revision: number };
}

/**
 * Replaces a saved reply. Does nothing if the new reply is the same as the current one.
 *
 * @throws Refusal `not_found`; `invalid_input`; `answer_changed`, naming who changed it and when;
 * `answer_name_taken`
 */
export async function changeCannedAnswer(
  context: AppContext,
  { actor, id, body }: AnswerChange,
): Promise<CannedAnswer> {
  return inTransaction(context.db, async (tx) => {
    const stored = await requireAnswer(tx, id);
    const next = { ...stored, name: body.name, texts: textsOf(body) };
    if (isSame(stored, next)) {
      return presentAnswer(stored);
    }
    if (stored.revision !== body.revision) {
      throw new Refusal("answer_changed", {
        changed: { by: stored.changed_by, at: stored.changed_at },
      });
    }
    if (await isNameTaken(tx, next.name, stored.id)) {
      throw new Refusal("answer_name_taken");
    }
    const row = {
      ...next,
      revision: stored.revision + 1,
      changed_by: actor.username,
      changed_at: context.clock.now(),
    };
    await updateAnswer(tx, row);
    await record(context, tx, actor, { action: "support.answer_change", row, before: stored });
    return presentAnswer(row);
  });
}

/**
 * Deletes a saved reply. Does nothing if it is already deleted.
 *
 * @throws Refusal `not_found` if it never existed
 */
export async function deleteCannedAnswer(
  context: AppContext,
  { actor, id }: Omit<AnswerChange, "body">,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const stored = id === undefined ? undefined : await lockAnswer(tx, id);
    if (stored === undefined) {
      throw new Refusal("not_found");
    }
    if (stored.deleted_at === null) {
      await updateAnswer(tx, { ...stored, deleted_at: context.clock.now() });
      await record(context, tx, actor, { action: "support.answer_delete", row: stored });
    }
  });
}

async function requireAnswer(tx: Tx, id: string | undefined): Promise<AnswerRow> {
  const stored = id === undefined ? undefined : await lockAnswer(tx, id);
  if (stored === undefined || stored.deleted_at !== null) {
    throw new Refusal("not_found");
  }
  return stored;
}

function told({ name, texts }: AnswerRow): Record<string, unknown> {
  const entries = Object.entries(texts).map(([locale, text]) => [`text.${locale}`, text]);
  return { name, ...Object.fromEntries(entries) };
}

async function record(
  context: AppContext,
  tx: Tx,
  actor: DeskActor,
  act: { readonly action: string; readonly row: AnswerRow; readonly before?: AnswerRow },
): Promise<void> {
  const { action, row, before } = act;
  const data =
    action === "support.answer_delete"
      ? { before: told(row) }
      : { ...(before !== undefined && { before: told(before) }), after: told(row) };
  await recordAct(context, tx, actor, { action, customerId: null, object: row.id, data });
}
