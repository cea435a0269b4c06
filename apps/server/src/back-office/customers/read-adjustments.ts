import { createHash } from "node:crypto";
import type {
  Correction,
  CorrectionsPage,
  CorrectionsQuery,
} from "@tessera/contract/back-office/adjustments.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { decodeCursor } from "../../platform/paging/cursor.ts";
import { type PlacedPage, placedPage } from "../../platform/paging/pages.ts";
import { type CorrectionReader, presentCorrections } from "./adjustments.presenter.ts";
import { countWaitingFor, selectCorrection, selectCorrections } from "./adjustments.repository.ts";

interface CorrectionList {
  readonly query: CorrectionsQuery;
  readonly reader: CorrectionReader;
}

/** The number of adjustments on a page, unless the caller sets another one. */
export const CORRECTIONS_LIMIT = 20;

function scopeOf({ status, customerId }: CorrectionsQuery): string {
  const form = JSON.stringify([status ?? "", customerId ?? ""]);
  return `corrections:${createHash("sha256").update(form).digest("base64url")}`;
}

/**
 * Lists a page of adjustments, newest first, and counts those that the reader can decide on.
 *
 * @throws Refusal `invalid_input` for a cursor created with other filters
 */
export async function listCorrections(
  context: AppContext,
  { query, reader }: CorrectionList,
): Promise<CorrectionsPage & PlacedPage<Correction>> {
  const tx = context.db.kysely;
  const now = context.clock.now();
  const { status, cursor, limit = CORRECTIONS_LIMIT } = query;
  const customerId = query.customerId && parseId("cus", query.customerId);
  const [after] = cursor === undefined ? [] : decodeCursor(context.keys, scopeOf(query), cursor);
  const [rows, waiting] = await Promise.all([
    selectCorrections(tx, {
      now,
      limit: limit + 1,
      ...(status !== undefined && { status }),
      ...(customerId !== undefined && { customerId }),
      ...(after !== undefined && { after }),
    }),
    countWaitingFor(tx, reader.userId, now),
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    ...placedPage(context, {
      scope: scopeOf(query),
      data: await presentCorrections(context, tx, page, reader),
      places: page.map(({ id }) => [id]),
      end: last === undefined ? null : [last.id],
    }),
    waiting,
  };
}

/**
 * Returns the current state of an adjustment.
 *
 * @param tx the transaction to read in, if it has just changed the adjustment
 * @throws Refusal `not_found`
 */
export async function getCorrection(
  context: AppContext,
  { id, reader }: { readonly id: string | undefined; readonly reader: CorrectionReader },
  tx: Tx = context.db.kysely,
): Promise<Correction> {
  const record = id === undefined ? undefined : await selectCorrection(tx, id);
  const [correction] =
    record === undefined ? [] : await presentCorrections(context, tx, [record], reader);
  if (correction === undefined) {
    throw new Refusal("not_found");
  }
  return correction;
}
